export const FIRST_NAMES: readonly string[] = [
  'Anna', 'Ben', 'Chloe', 'Daniel', 'Emily', 'Farid', 'Grace', 'Harry', 'Isla', 'Jack', 'Karen', 'Liam', 'Mei', 'Noah', 'Olivia', 'Priya', 'Quentin', 'Ruth', 'Sam', 'Tomoko',
  'Uma', 'Victor', 'Wendy', 'Xavier', 'Yasmin', 'Zoe', 'Margaret', 'Peter', 'Joan', 'Keith', 'Beryl', 'Colin', 'Dorothy', 'Ewan', 'Fiona', 'Giovanni', 'Helen', 'Ivan', 'Jasmine', 'Kofi',
]

export const LAST_NAMES: readonly string[] = [
  'Bright', 'Okafor', 'Nguyen', 'Smith', 'Papadopoulos', 'Chen', 'Wilson', 'Singh', 'O’Brien', 'Rossi', 'Taylor', 'Kim', 'Hughes', 'Patel', 'Anderson', 'Tanaka', 'Murphy', 'Haddad', 'Clarke', 'Ivanov',
  'Campbell', 'Fernando', 'Walker', 'Costa', 'Mitchell', 'Lam', 'Thompson', 'Ahmed', 'Robertson', 'Silva', 'Kelly', 'Novak', 'Fraser', 'Yamada', 'Watson', 'Dimitriou', 'Bennett', 'Zhang', 'Morgan', 'Vella',
]

export const COMPANIES: readonly string[] = ['Hills Strata Care', 'Northside Preschool', 'Beecroft Bowling Club', 'Galston Vet', 'St Ives Medical Rooms', 'Killara Gardens Lodge']

/** Notes to the driver, as offices write them. */
export const NOTES_TO_DRIVER: readonly string[] = [
  'Gate on the left, code 4471. Dog is friendly.', 'Bag is behind the hedge beside the letterbox.', 'Steep drive: park on the street.', 'Ring the bell, she likes to say hello.',
  'Side gate sticks, lift it.', 'Leave the empty bag under the carport.', 'Do not block number 12.', 'Two bags in spring.', 'Key in the lockbox, 1902.',
  'Low branches: mind the aerial.', 'Dog bites. Stay on the nature strip.', 'Bag at the back, through the carport.',
]

export const DRIVER_REMARKS: readonly string[] = ['Bag was heavy, all right.', 'Left the new bag at the gate.', 'Some branches beside the bag, took them.', 'Gate was open.', 'Wet leaves.']

export const NO_PICKUP_REASONS: readonly string[] = ['Away on holidays', 'Nothing in the bag yet', 'Gardener takes it this time', 'In hospital, thank you']

export const REQUEST_NOTES: readonly string[] = ['The bag is full, please come by', 'Two bags this time', 'After the gardener on Tuesday, please']

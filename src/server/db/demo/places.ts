/** Real suburbs of Sydney's north and north-west, with their postcodes: hilly, leafy, and patchy signal. */
export const SUBURBS: readonly (readonly [label: string, postCode: string])[] = [
  ['Castle Hill', '2154'], ['Baulkham Hills', '2153'], ['Kellyville', '2155'], ['Rouse Hill', '2155'], ['Bella Vista', '2153'],
  ['Glenhaven', '2156'], ['Dural', '2158'], ['Cherrybrook', '2126'], ['West Pennant Hills', '2125'], ['Pennant Hills', '2120'],
  ['Thornleigh', '2120'], ['Normanhurst', '2076'], ['Wahroonga', '2076'], ['Turramurra', '2074'], ['Pymble', '2073'],
  ['St Ives', '2075'], ['Gordon', '2072'], ['Killara', '2071'], ['Lindfield', '2070'], ['Roseville', '2069'],
  ['Chatswood', '2067'], ['Lane Cove', '2066'], ['Hornsby', '2077'], ['Asquith', '2077'], ['Berowra', '2081'],
  ['Mount Colah', '2079'], ['Beecroft', '2119'], ['Cheltenham', '2119'], ['Epping', '2121'], ['Carlingford', '2118'],
  ['North Rocks', '2151'], ['Winston Hills', '2153'], ['Northmead', '2152'], ['Eastwood', '2122'], ['Ryde', '2112'],
  ['Gladesville', '2111'], ['Hunters Hill', '2110'], ['Frenchs Forest', '2086'], ['Belrose', '2085'], ['Terrey Hills', '2084'],
]

export const STREETS: readonly string[] = [
  'Old Castle Rd', 'Showground Rd', 'Gilbert Rd', 'Barrawarn Pl', 'Dan Cres', 'Excelsior Ave', 'Cecil Ave', 'Francis St', 'Ridgecrop Dr', 'Purser Ave',
  'Tuckwell Rd', 'Rowallan Ave', 'Parsonage Rd', 'Orange Grove', 'Coonara Ave', 'Boundary Rd', 'Bellamy St', 'Duffy Ave', 'Fox Valley Rd', 'Burns Rd',
  'Eastern Rd', 'Bobbin Head Rd', 'Mona Vale Rd', 'Killeaton St', 'Rosedale Rd', 'Stanhope Rd', 'Treatts Rd', 'Archbold Rd', 'Mowbray Rd', 'Longueville Rd',
  'Galston Rd', 'Peats Ferry Rd', 'Berowra Waters Rd', 'Copeland Rd', 'Malton Rd', 'Midson Rd', 'Pennant Pde', 'Murray Farm Rd', 'Caroline Chisholm Dr', 'Windsor Rd',
  'Rutledge St', 'Blaxland Rd', 'Pittwater Rd', 'Woolwich Rd', 'Fitzwilliam Rd', 'Ralston Ave', 'Booralie Rd', 'Wattle Gr', 'Jacaranda Way', 'Banksia Cl',
]

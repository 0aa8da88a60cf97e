import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metresBetween, pairProblem, placeProblem, readDegrees, readPoint } from '#domain/place.ts'
import { aroundOf, farFrom, placeDoubt } from '#domain/place-doubt.ts'

const SYDNEY = { latitude: -33.8688, longitude: 151.2093 }

test.each([
  ['-33.8688, 151.2093', -33.8688, 151.2093],
  ['-33.8688 151.2093', -33.8688, 151.2093],
  ['(−33.8688; 151.2093)', -33.8688, 151.2093],
  ['33.8688 S, 151.2093 E', -33.8688, 151.2093],
  ['151.2093 E, 33.8688 S', -33.8688, 151.2093],
  ['S 33.8688, E 151.2093', -33.8688, 151.2093],
  ['33°52\'08"S 151°12\'33"E', -33.868889, 151.209167],
  ['33 52.128 S, 151 12.558 E', -33.8688, 151.2093],
  ['33° 52.128 S, 151° 12.558 E', -33.8688, 151.2093],
  ['33 52 08 S 151 12 33 E', -33.868889, 151.209167],
  ['-33.8688, 151.2093.', -33.8688, 151.2093],
  ['https://www.google.com/maps/search/-33.8688,+151.2093', -33.8688, 151.2093],
  ['https://www.google.com/maps/dir//-33.8688,151.2093/', -33.8688, 151.2093],
  ['https://www.google.com/maps?q=-33.8688+151.2093', -33.8688, 151.2093],
  ['geo:-33.8688,151.2093', -33.8688, 151.2093],
  ['https://maps.apple.com/?ll=-33.8688,151.2093&q=Pin', -33.8688, 151.2093],
  ['https://www.openstreetmap.org/?mlat=-33.8688&mlon=151.2093#map=19/-33.9/151.3', -33.8688, 151.2093],
  ['https://www.google.com/maps/place/X/@-33.9,151.3,17z/data=!4m5!3m4!8m2!3d-33.8688!4d151.2093', -33.8688, 151.2093],
  ['Lat: -33.8688 Lng: 151.2093', -33.8688, 151.2093],
  ['Latitude -33.8688°, Longitude 151.2093°', -33.8688, 151.2093],
  ['{"lat": -33.8688, "lon": 151.2093}', -33.8688, 151.2093],
  ['https://maps.example/?lat=-33.8688&long=151.2093&z=17', -33.8688, 151.2093],
])('%s is read as a pair', (pasted, latitude, longitude) => {
  expect(readPoint(pasted)).toEqual({ latitude, longitude })
})

test.each([
  '',
  '33°75\'00"S 151°12\'33"E',
  'Sydney',
  '12 High Street',
  '-33.8688',
  '33.8 S, 151.2 S',
  'lat −33.8688, lng 151.2093 or so',
  'x'.repeat(3_000),
])('“%s” has no pair', (pasted) => {
  expect(readPoint(pasted)).toBeNull()
})

test.each([
  ['https://maps.app.goo.gl/AbC123', /Open it, and copy the numbers/],
  ['-33,8688 151,2093', /Write points, not commas/],
  ['at the corner', /Paste a latitude and a longitude/],
])('of %s it says what to paste instead', (pasted, sentence) => {
  expect(pairProblem(pasted)).toMatch(sentence)
})

test.each([
  ['-33.8688', -33.8688],
  ['33.8688 S', -33.8688],
  ['151.2093° E', 151.2093],
  ['east', null],
])('the cell %s is read as %s degrees', (cell, degrees) => {
  expect(readDegrees(cell)).toBe(degrees)
})

test.each([
  ['swapped', 151.2093, -33.8688, 'Latitude and longitude look swapped: -33.8688, 151.2093 is in Australia.'],
  ['without its minus', 33.8688, 151.2093, 'The latitude needs a minus: -33.8688, 151.2093 is in Australia.'],
  ['zero', 0, 0, 'Latitude and longitude are 0, so the point is unknown.'],
  ['in London', 51.5, -0.12, 'This point isn’t in Australia.'],
  ['in Auckland', -36.85, 174.76, 'This point isn’t in Australia.'],
  ['in the Tasman Sea', -35, 153.5, 'This point is in the sea.'],
  ['between Lord Howe Island and the coast', -31.5, 156.5, 'This point isn’t in Australia.'],
  ['between Lord Howe and Norfolk Island', -30.3, 163.5, 'This point isn’t in Australia.'],
  ['north of New Zealand', -34.42, 172.68, 'This point isn’t in Australia.'],
  ['in New Caledonia', -22.27, 166.45, 'This point isn’t in Australia.'],
  ['in Java', -7.25, 112.75, 'This point isn’t in Australia.'],
  ['in Papua New Guinea', -9.08, 143.21, 'This point isn’t in Australia.'],
  ['in the Coral Sea', -12, 148, 'This point is in the sea.'],
  [
    'on Lord Howe Island and swapped',
    159.079,
    -31.552,
    'Latitude and longitude look swapped: -31.552, 159.079 is in Australia.',
  ],
  [
    'on Christmas Island without its minus',
    10.422,
    105.679,
    'The latitude needs a minus: -10.422, 105.679 is in Australia.',
  ],
  ['in the Great Australian Bight', -34.5, 131, 'This point is in the sea.'],
  ['in Bass Strait', -39.15, 145.5, 'This point is in the sea.'],
  ['no number', Number.NaN, 151, 'This isn’t a latitude and a longitude.'],
])('a point that is %s gets a sentence', (_what, latitude, longitude, sentence) => {
  expect(placeProblem({ latitude, longitude })).toBe(sentence)
})

test.each([
  ['Sydney', -33.8688, 151.2093],
  ['Melbourne', -37.8136, 144.9631],
  ['Brisbane', -27.4698, 153.0251],
  ['Perth', -31.9523, 115.8613],
  ['Adelaide', -34.9285, 138.6007],
  ['Hobart', -42.8821, 147.3272],
  ['Darwin', -12.4634, 130.8456],
  ['Cairns', -16.9186, 145.7781],
  ['Byron Bay', -28.6431, 153.612],
  ['Albany', -35.0269, 117.8837],
  ['Ceduna', -32.1262, 133.6724],
  ['Broome', -17.9614, 122.2359],
  ['Exmouth', -21.93, 114.12],
  ['Weipa', -12.63, 141.88],
  ['Currie on King Island', -39.93, 143.85],
  ['Whitemark on Flinders Island', -40.12, 148.02],
  ['Kingscote on Kangaroo Island', -35.655, 137.64],
  ['Eucla', -31.68, 128.88],
  ['Port Lincoln', -34.726, 135.856],
  ['Alice Springs', -23.698, 133.88],
  ['Penneshaw on Kangaroo Island', -35.717, 137.94],
  ['Cape Borda on Kangaroo Island', -35.754, 136.596],
  ['Alonnah on Bruny Island', -43.317, 147.24],
  ['Arthur River in Tasmania', -41.05, 144.667],
  ['Lord Howe Island', -31.552, 159.079],
  ['Burnt Pine on Norfolk Island', -29.031, 167.947],
  ['Settlement on Christmas Island', -10.422, 105.679],
  ['Bantam on Home Island, Cocos', -12.119, 96.894],
  ['West Island, Cocos', -12.188, 96.83],
  ['Thursday Island', -10.584, 142.219],
  ['Badu Island', -10.121, 142.139],
  ['Warraber Island', -10.208, 142.824],
  ['Saibai Island', -9.38, 142.615],
  ['Boigu Island', -9.23, 142.217],
  ['Erub Island', -9.587, 143.772],
  ['Mer Island', -9.917, 144.045],
  ['Wurrumiyanga on the Tiwi Islands', -11.761, 130.633],
  ['Alyangula on Groote Eylandt', -13.852, 136.422],
  ['Gunyangara', -12.216, 136.707],
  ['Galiwinku on Elcho Island', -12.024, 135.567],
  ['Gununa on Mornington Island', -16.668, 139.181],
  ['Palm Island', -18.735, 146.579],
  ['Magnetic Island', -19.14, 146.84],
  ['Hamilton Island', -20.352, 148.954],
  ['Heron Island', -23.443, 151.914],
  ['Lady Elliot Island', -24.113, 152.715],
  ['Lizard Island', -14.668, 145.46],
  ['Rottnest Island', -31.996, 115.54],
  ['the Abrolhos Islands', -28.72, 113.79],
  ['Denham in Shark Bay', -25.927, 113.535],
  ['Barrow Island', -20.8, 115.4],
  ['Orchid Beach on K’gari', -24.957, 153.313],
  ['Point Lookout on North Stradbroke Island', -27.427, 153.53],
])('%s is on land', (_town, latitude, longitude) => {
  expect(placeProblem({ latitude, longitude })).toBeNull()
})

test('a degree of latitude is 111 km, and distance is the same in both directions', () => {
  expect(metresBetween(SYDNEY, { ...SYDNEY, latitude: SYDNEY.latitude - 1 })).toBeCloseTo(111_195, -1)
  const point = fc.record({
    latitude: fc.double({ min: -44, max: -9, noNaN: true }),
    longitude: fc.double({ min: 113, max: 154, noNaN: true }),
  })
  fc.assert(
    fc.property(point, point, (a, b) => {
      expect(metresBetween(a, b)).toBeCloseTo(metresBetween(b, a), 6)
      expect(metresBetween(a, a)).toBe(0)
    }),
  )
})

test('a place far from its suburb’s other places is told by its distance', () => {
  const others = [0, 0.002, 0.004, 0.006].map((step) => ({ ...SYDNEY, longitude: SYDNEY.longitude + step }))
  expect(farFrom({ ...SYDNEY, latitude: -33.9 }, aroundOf(others))).toBeNull()
  expect(farFrom({ ...SYDNEY, latitude: -34.8688 }, aroundOf(others))).toBeGreaterThan(110_000)
  expect(farFrom({ ...SYDNEY, latitude: -34.8688 }, aroundOf(others.slice(0, 2)))).toBeNull()
})

test.each([
  ['NSW', 'Albury', -36.08, 146.92],
  ['NSW', 'Tweed Heads', -28.18, 153.54],
  ['NSW', 'Broken Hill', -31.95, 141.46],
  ['NSW', 'Lord Howe Island', -31.552, 159.079],
  ['VIC', 'Mildura', -34.19, 142.16],
  ['VIC', 'Mallacoota', -37.56, 149.75],
  ['QLD', 'Coolangatta', -28.17, 153.54],
  ['QLD', 'Saibai Island', -9.38, 142.615],
  ['SA', 'Mount Gambier', -37.83, 140.78],
  ['WA', 'Kununurra', -15.77, 128.74],
  ['WA', 'Cocos', -12.119, 96.894],
  ['TAS', 'King Island', -39.93, 143.85],
  ['ACT', 'Jervis Bay', -35.13, 150.7],
  ['NT', 'Alice Springs', -23.698, 133.88],
] as const)('nothing says that in %s %s is wrong', (state, _town, latitude, longitude) => {
  expect(placeDoubt({ latitude, longitude }, { suburb: 'X', state, away: null })).toBeNull()
})

test.each([
  ['NSW', -31.95, 115.86],
  ['WA', -33.8688, 151.2093],
  ['VIC', -27.4698, 153.0251],
  ['QLD', -31.552, 159.079],
] as const)('a place outside %s gets a sentence', (state, latitude, longitude) => {
  expect(placeDoubt({ latitude, longitude }, { suburb: 'X', state, away: null })).toBe(
    `This isn’t in ${state}. Check it.`,
  )
})

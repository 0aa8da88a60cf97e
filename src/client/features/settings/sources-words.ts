export const sourcesWords = {
  holidays: 'Public holidays',
  holidaysText:
    'The public holidays in the calendar come from date-holidays by commenthol and its contributors. The Australian dates are based on the Wikipedia article “Public holidays in Australia”. They’re used unchanged.',
  holidaysLicence: 'Dates under Creative Commons Attribution-ShareAlike 3.0; software under the ISC licence.',
  postcodes: 'Postcodes',
  postcodesText:
    'Bagrun has no postcode list. It checks postcodes against the ranges Australia Post publishes for each state. Suburbs are the ones you enter or import.',
  postcodesLicence:
    'If you import a list such as GeoNames (Creative Commons Attribution), name its source where you publish it.',
  passwords: 'Common passwords',
  passwordsText: 'Common passwords aren’t allowed. The list is from @zxcvbn-ts/language-common.',
  passwordsLicence: 'MIT licence.',
  software: 'Software',
  softwareText:
    'Bagrun contains open source software, mostly under the MIT, ISC and Apache 2.0 licences. The licence texts are in “node_modules” on the server; docs/licences.md lists each package.',
  own: 'Icons and typeface',
  ownText:
    'The icons were drawn for Bagrun. Office screens use the typeface Inter, PDFs use Noto Sans (both SIL Open Font License 1.1).',
  links: {
    dateHolidays: 'date-holidays',
    wikipedia: 'Public holidays in Australia',
    bySa: 'CC BY-SA 3.0',
    geonames: 'GeoNames',
    zxcvbn: 'zxcvbn-ts',
  },
}

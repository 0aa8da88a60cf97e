import { sentences } from '#client/ui/core/texts.ts'

export const PHOTO_PROBLEM_WORDS = sentences({
  tooManyFiles: 'Too many files. The maximum number of files is {{max}}.',
  photoTooLarge: 'Max file size: 20 MB',
  photoWrongType: 'Only jpg, jpeg and png photos can be used.',
  photoIncomplete: 'This photo is incomplete or damaged. Please choose another.',
  photoTooManyPixels: 'A photo can have at most 50 megapixels.',
  uploadFailed: 'Couldn’t upload the photo. Please try again.',
})

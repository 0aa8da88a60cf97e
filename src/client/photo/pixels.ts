/** Drawing and checking on OffscreenCanvas, inside the compression worker only. */

const SAMPLE_PX = 24
const QUALITIES = [0.8, 0.7, 0.6, 0.5]
/** Factors of the requested side, for images that no quality makes small enough: gravel, leaves, noise at night. */
const SIDES = [1, 0.8, 0.6, 0.4]

/** The largest JPEG within `maxSide` px and `maxBytes`. Throws when the photo does not decode. */
export async function shrink(photo: Blob, maxSide: number, maxBytes: number): Promise<Blob> {
  const picture = await createImageBitmap(photo)
  try {
    let made = photo
    for (const part of SIDES) {
      const scale = Math.min(1, (maxSide * part) / Math.max(picture.width, picture.height))
      const { canvas } = draw(
        picture,
        Math.max(1, Math.round(picture.width * scale)),
        Math.max(1, Math.round(picture.height * scale)),
      )
      for (const quality of QUALITIES) {
        made = await canvas.convertToBlob({ type: 'image/jpeg', quality })
        if (made.size <= maxBytes) return made
      }
      canvas.width = canvas.height = 0
    }
    return made
  } finally {
    picture.close()
  }
}

/**
 * Whether the result is one flat colour and the original is not, as on phones short of memory. Throws when it does not
 * decode.
 */
export async function looksBlank(made: Blob, original: Blob): Promise<boolean> {
  return (await isFlat(made)) && !(await isFlat(original))
}

async function isFlat(photo: Blob): Promise<boolean> {
  const picture = await createImageBitmap(photo)
  const { data } = draw(picture, SAMPLE_PX, SAMPLE_PX).context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX)
  picture.close()
  return data.every((value, at) => Math.abs(value - (data[at % 4] ?? 0)) <= 2)
}

function draw(
  picture: ImageBitmap,
  width: number,
  height: number,
): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  context.imageSmoothingQuality = 'high'
  // Transparent parts of a PNG would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  return { canvas, context }
}

/** Drawing and looking, on OffscreenCanvas, inside the compression worker only. */

const SAMPLE_PX = 24

/** A JPEG of at most `maxSide` px and, if quality allows, `maxBytes`. Throws when the photo does not decode. */
export async function shrink(photo: Blob, maxSide: number, maxBytes: number): Promise<Blob> {
  const picture = await createImageBitmap(photo)
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const canvas = draw(picture, Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))).canvas
  let made = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
  for (const quality of [0.7, 0.55, 0.4]) {
    if (made.size <= maxBytes) break
    made = await canvas.convertToBlob({ type: 'image/jpeg', quality })
  }
  canvas.width = canvas.height = 0
  return made
}

/** One flat colour where the original is not: what a phone short of memory paints. Throws when it does not decode. */
export async function looksBlank(made: Blob, original: Blob): Promise<boolean> {
  return (await isFlat(made)) && !(await isFlat(original))
}

async function isFlat(photo: Blob): Promise<boolean> {
  const { data } = draw(await createImageBitmap(photo), SAMPLE_PX, SAMPLE_PX).context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX)
  return data.every((value, at) => Math.abs(value - (data[at % 4] ?? 0)) <= 2)
}

function draw(picture: ImageBitmap, width: number, height: number): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on.')
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  return { canvas, context }
}

/** Makes photos small enough to be uploaded: those of a phone's camera have several megabytes. */

export const leastSide = 600
export const mostSide = 5000
export const mostBytes = 1_000_000
/** Marketplaces zoom no further into a photo. */
const fittedSide = 2000

/** The file itself where it may be uploaded as it is, or is no photo. */
export async function fittedPhoto(file: File): Promise<File> {
  if (!['image/png', 'image/jpeg'].includes(file.type)) return file
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  try {
    const { width, height } = picture
    if (file.size <= mostBytes && Math.max(width, height) <= mostSide) return file
    // A long strip keeps the sides that a channel asks for.
    const scale = Math.min(
      1,
      Math.max(fittedSide / Math.max(width, height), leastSide / Math.min(width, height)),
    )
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    const context = canvas.getContext('2d')
    if (!context) return file
    // JPEG has no transparency; black would stand where a photo has none.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    for (const quality of [0.9, 0.8, 0.65, 0.5]) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
      if (blob && blob.size <= mostBytes) return new File([blob], file.name, { type: 'image/jpeg' })
    }
    return file
  } finally {
    picture.close()
  }
}

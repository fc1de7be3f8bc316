export type Crop = {
  /** 1: the whole of the shorter side; 4: a quarter of it. */
  zoom: number
  /** Share of the space beside the square: 0 left or top, 1 right or bottom. */
  x: number
  y: number
}

export const mostZoom = 4

/** The square of a picture, in its own pixels. */
export function squareOf(
  { width, height }: { width: number; height: number },
  { zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.min(Math.max(zoom, 1), mostZoom)
  return { left: (width - side) * within(x), top: (height - side) * within(y), side }
}

/** Moves the crop by a drag of so many pixels of a shown square. */
export function pulled(
  picture: { width: number; height: number },
  crop: Crop,
  by: { x: number; y: number },
  shownSide: number,
): Crop {
  const { side } = squareOf(picture, crop)
  const scale = side / shownSide
  const moved = (place: number, pixels: number, length: number) =>
    length - side < 1 ? place : within(place - (pixels * scale) / (length - side))
  return { ...crop, x: moved(crop.x, by.x, picture.width), y: moved(crop.y, by.y, picture.height) }
}

function within(place: number): number {
  return Math.min(Math.max(place, 0), 1)
}

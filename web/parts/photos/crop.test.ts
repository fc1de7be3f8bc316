import { describe, expect, it } from 'vitest'
import { pulled, squareOf } from './crop.ts'

const wide = { width: 400, height: 200 }
const middle = { zoom: 1, x: 0.5, y: 0.5 }

describe('the square', () => {
  it('is the middle of the picture at first, as large as fits', () => {
    expect(squareOf(wide, middle)).toEqual({ left: 100, top: 0, side: 200 })
  })

  it('gets smaller with the zoom, and never leaves the picture', () => {
    expect(squareOf(wide, { zoom: 2, x: 1, y: 1 })).toEqual({ left: 300, top: 100, side: 100 })
    for (const zoom of [0.1, 1, 3, 99]) {
      for (const place of [-1, 0, 0.3, 1, 5]) {
        const { left, top, side } = squareOf(wide, { zoom, x: place, y: place })
        expect(left >= 0 && top >= 0 && left + side <= 400 && top + side <= 200 && side >= 50).toBe(true)
      }
    }
  })

  it('follows the hand that pulls the picture', () => {
    // Shown at half its size: 50 pixels to the right uncover 100 of the picture on the left.
    const moved = pulled(wide, middle, { x: 50, y: 50 }, 100)
    expect(squareOf(wide, moved)).toEqual({ left: 0, top: 0, side: 200 })
    expect(pulled(wide, middle, { x: 999, y: 0 }, 100).x).toBe(0)
    expect(pulled(wide, middle, { x: 0, y: -30 }, 100).y).toBe(0.5)
  })
})

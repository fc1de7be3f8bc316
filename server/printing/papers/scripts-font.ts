/**
 * Words of every script that we sell in, on paper. Japanese shapes come first; what that font lacks comes from the Chinese
 * one, and what neither has becomes the mark that Japanese printers set for a missing letter, never an empty box. Emoji that
 * neither has are left out.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { degrees, rgb, type Color, type PDFDocument, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import fontkit, { type Font } from '@pdf-lib/fontkit'

type Place = {
  x: number
  y: number
  size: number
  color?: Color
  isBold?: boolean
  isItalic?: boolean
}

export type Scripts = {
  /** In points. */
  width(text: string, size: number): number
  /** Draws one line with its base at `y` from the page's foot. */
  draw(page: PDFPage, text: string, place: Place): void
  /** The lines that a text takes at this size, cut between words and between ideographs. */
  wrap(text: string, size: number, width: number): string[]
}

const files = [
  '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
] as const

type Face = { font: Font; bytes: Buffer }

/** Reading a font takes a good part of a second, so each is read once, when something is first printed. */
const faces = new Map<string, Promise<Face>>()

function faceOf(file: string): Promise<Face> {
  const known = faces.get(file)
  if (known) return known
  const made = readFile(createRequire(import.meta.url).resolve(file)).then((bytes) => ({
    bytes,
    font: mended(fontkit.create(bytes)),
  }))
  faces.set(file, made)
  return made
}

/** Fields of a subset while it is written; the library's types omit them. */
type SubsetParts = { glyf: Uint8Array[]; offset: number; _addGlyph(glyph: number): number }

/**
 * Two faults of the font library are mended here. It halves the places of shapes without seeing to it that they are even, so
 * that every other shape is lost: each is filled up to four bytes. And it has a method `encode` that pdf-lib takes for one
 * that gives bytes, so that one is hidden.
 */
function mended(font: Font): Font {
  const createSubset = () => {
    const subset = font.createSubset()
    const parts = subset as unknown as SubsetParts
    const add = parts._addGlyph.bind(parts)
    parts._addGlyph = (glyph) => {
      const at = add(glyph)
      const shape = parts.glyf[at]
      const lacking = shape ? (4 - (shape.length % 4)) % 4 : 0
      if (shape && lacking > 0) {
        // Same byte type as the library's own, as it writes no other.
        const Bytes = shape.constructor as new (length: number) => Uint8Array
        const filled = new Bytes(shape.length + lacking).fill(0)
        filled.set(shape)
        parts.glyf[at] = filled
        parts.offset += lacking
      }
      return at
    }
    return {
      includeGlyph: (glyph: Parameters<typeof subset.includeGlyph>[0]) => subset.includeGlyph(glyph),
      encodeStream: () => subset.encodeStream(),
    }
  }
  return Object.create(font, { createSubset: { value: createSubset } }) as Font
}

type Letter = { face: number; width: number; text: string }

/** Face and width of each letter; the width as a fraction of the font size. */
const letters = new Map<string, Letter>()
const missing = '〓'
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3]/gu
const slantDegrees = 12
/** As a fraction of the font size. */
const boldShift = 0.035
const ink = rgb(0, 0, 0)

export async function openScripts(pdf: PDFDocument): Promise<Scripts> {
  const loaded = await Promise.all(files.map(faceOf))
  const embedded: (PDFFont | undefined)[] = []

  function letterOf(text: string): Letter {
    const known = letters.get(text)
    if (known) return known
    const code = text.codePointAt(0) ?? 0
    const face = loaded.findIndex(({ font }) => font.hasGlyphForCodePoint(code))
    const found = loaded[face]
    const letter = found
      ? { face, text, width: found.font.glyphForCodePoint(code).advanceWidth / found.font.unitsPerEm }
      : letterOf(missing)
    letters.set(text, letter)
    return letter
  }

  /** Composes letters (NFC), so that marks sit where they belong, and removes characters that paper cannot show. */
  function plain(text: string, keepsLines = false): string {
    const lines = keepsLines ? text.replaceAll(/\r\n?/g, '\n') : text.replaceAll(/\s+/g, ' ')
    const composed = lines.normalize('NFC').replaceAll(/[^\P{C}\n]|[\u{fe00}-\u{fe0f}]/gu, '')
    const shown = composed.replaceAll(emoji, (one) => (letterOf(one).text === missing ? '' : one))
    // Where one stood between two spaces, a single one stays.
    return shown === composed ? shown : shown.replaceAll(/ {2,}/g, ' ').replaceAll(/^ | $/gm, '')
  }

  // Only what is drawn is embedded: most papers need no Chinese font. Both are asked for before the first line is drawn.
  for (const { bytes, font } of loaded) {
    pdf.registerFontkit({ create: () => font })
    embedded.push(await pdf.embedFont(bytes, { subset: true, features: { liga: false, clig: false } }))
  }

  const width = (text: string, size: number): number =>
    Array.from(plain(text)).reduce((sum, letter) => sum + letterOf(letter).width, 0) * size

  return {
    width,
    draw(page, text, { x, y, size, color = ink, isBold = false, isItalic = false }) {
      let at = x
      for (const run of runsOf(Array.from(plain(text), letterOf))) {
        const font = embedded[run.face]
        const slant = isItalic ? { ySkew: degrees(slantDegrees) } : {}
        if (font) page.drawText(run.text, { x: at, y, size, font, color, ...slant })
        if (font && isBold)
          page.drawText(run.text, { x: at + size * boldShift, y, size, font, color, ...slant })
        at += run.width * size
      }
    },
    wrap(text, size, room) {
      return plain(text, true)
        .split('\n')
        .flatMap((line) => wrapLine(line, room, (part) => width(part, size)))
    },
  }
}

/** Letters that stand beside each other in one font are drawn at once. */
function runsOf(line: Letter[]): Letter[] {
  const runs: Letter[] = []
  for (const letter of line) {
    const last = runs.at(-1)
    if (last?.face === letter.face) {
      last.text += letter.text
      last.width += letter.width
    } else runs.push({ ...letter })
  }
  return runs
}

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

function wrapLine(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of splitWords(text)) {
    if (widthOf((line + word).trimEnd()) <= room) {
      line += word
      continue
    }
    if (line.trim() !== '') lines.push(line.trimEnd())
    line = ''
    // A word that is wider than the paper is cut where the paper ends.
    for (const letter of Array.from(word.trimStart())) {
      if (line !== '' && widthOf(line + letter) > room) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}

function splitWords(text: string): string[] {
  return text.split(/(?<=\s)/).flatMap((word) => {
    const parts: string[] = []
    for (const letter of Array.from(word)) {
      const last = parts.at(-1)
      const isCut = last === undefined || ideograph.test(letter) || ideograph.test(last.slice(-1))
      if (isCut) parts.push(letter)
      else parts[parts.length - 1] = last + letter
    }
    return parts
  })
}

/** Pictures of charts and tables, drawn when one is asked for. */
import { domToBlob } from 'modern-screenshot'
import styles from './draw-png.module.css'

/** Properties that charts and tables are drawn with: copying all 400 of every element takes five times as long. */
const styled = `
  display position top right bottom left float box-sizing opacity visibility width height min-width
  max-width min-height max-height overflow-x overflow-y border-collapse border-spacing table-layout
  vertical-align object-fit aspect-ratio background-color background-image background-size
  background-position background-repeat color font-family font-size font-style font-weight
  font-variant-numeric font-feature-settings line-height letter-spacing text-align text-transform
  text-overflow text-decoration-line text-decoration-color text-decoration-style
  white-space-collapse text-wrap-mode word-break overflow-wrap text-underline-offset content
  flex-direction flex-wrap flex-grow flex-shrink flex-basis order row-gap column-gap align-items
  align-self align-content justify-content justify-items justify-self grid-template-columns
  grid-template-rows grid-auto-flow grid-auto-columns grid-auto-rows grid-column-start
  grid-column-end grid-row-start grid-row-end transform transform-origin fill fill-opacity stroke
  stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin text-anchor
  dominant-baseline clip-path
  margin-top margin-right margin-bottom margin-left
  padding-top padding-right padding-bottom padding-left
  border-top-width border-right-width border-bottom-width border-left-width
  border-top-style border-right-style border-bottom-style border-left-style
  border-top-color border-right-color border-bottom-color border-left-color
  border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius
`
  .trim()
  .split(/\s+/)

/** Photos of products lie at their channels, which do not let a picture have them. */
const leftOut = '.visually-hidden, [data-unprinted], img'

export type PictureKey = { label: string; color: string; isLine?: boolean }

export type PictureHead = {
  title: string
  /** Days, and what is in no amount. */
  notes: string[]
  /** Legend of a chart. */
  keys: PictureKey[]
}

/** An element as it stands on the page, below a head that says what it shows: the file leaves the page without it. */
export async function drawPng(element: HTMLElement, head: PictureHead): Promise<Blob> {
  const frame = document.createElement('div')
  frame.className = styles['frame'] ?? ''
  frame.append(...headOf(head), element.cloneNode(true))
  frame.style.width = `${element.getBoundingClientRect().width}px`
  // Beside the element, whose styles it needs, and out of sight.
  element.before(frame)
  try {
    return await domToBlob(frame, {
      scale: 2,
      includeStyleProperties: styled,
      // Asked to look by itself, the library fetches all 130 files of letters for a picture that needs five.
      font: { cssText: await loadedLetters() },
      style: { position: 'static' },
      backgroundColor: getComputedStyle(element.closest('section') ?? document.body).backgroundColor,
      filter: (node) => !(node instanceof Element && node.matches(leftOut)),
    })
  } finally {
    frame.remove()
  }
}

/** The faces that the page has loaded, for its own letters, each with its file inside. */
async function loadedLetters(): Promise<string> {
  const loaded = new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(faceOf))
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter(
      (rule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule && loaded.has(faceOfRule(rule)),
    ),
  )
  return (await Promise.all(rules.map(withFile))).join('\n')
}

function faceOf({ family, unicodeRange }: Pick<FontFace, 'family' | 'unicodeRange'>): string {
  return [family, unicodeRange]
    .join(' ')
    .replaceAll(/["'\s]/g, '')
    .toLowerCase()
}

function faceOfRule({ style }: CSSFontFaceRule): string {
  const [family, unicodeRange] = ['font-family', 'unicode-range'].map((name) => style.getPropertyValue(name))
  return faceOf({ family: family ?? '', unicodeRange: unicodeRange ?? '' })
}

async function withFile({ cssText, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const [, file] = /url\("?([^")]+)/.exec(cssText) ?? []
  if (!file) return ''
  const reply = await fetch(new URL(file, parentStyleSheet?.href ?? location.href))
  const reader = new FileReader()
  reader.readAsDataURL(await reply.blob())
  await new Promise((done) => reader.addEventListener('loadend', done))
  return cssText.replace(file, reader.result as string)
}

function headOf({ title, notes, keys }: PictureHead): HTMLElement[] {
  return [
    lineOf('title', title),
    ...notes.map((note) => lineOf('note', note)),
    ...(keys.length > 1 ? [lineOf('note', ...keys.map(keyOf))] : []),
  ]
}

function lineOf(style: string, ...content: (string | Node)[]): HTMLElement {
  const line = document.createElement('div')
  line.className = styles[style] ?? ''
  line.append(...content)
  return line
}

function keyOf({ label, color, isLine }: PictureKey): HTMLElement {
  const mark = document.createElement('i')
  mark.style.background = color
  if (isLine) mark.dataset['line'] = ''
  const key = document.createElement('span')
  key.className = styles['key'] ?? ''
  key.append(mark, label)
  return key
}

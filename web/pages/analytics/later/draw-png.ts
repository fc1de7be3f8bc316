/** Pictures of charts and tables, drawn when one is asked for. */

export type PictureHead = {
  title: string
  /** Days, and what is in no amount. */
  notes: string[]
  /** Legend of a chart. */
  keys: { label: string; color: string }[]
}

const padding = 16
const sharpness = 2
const lineHeight = 20

/** An element as it stands on the page, below a head that says what it shows: the file leaves the page without it. */
export async function drawPng(element: HTMLElement, head: PictureHead): Promise<Blob> {
  const { width, height } = element.getBoundingClientRect()
  const drawn = headOf(element, head)
  const size = {
    width: Math.ceil(width) + 2 * padding,
    height: Math.ceil(height) + drawn.childElementCount * lineHeight + 3 * padding,
  }
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(element, drawn, size, await fontsOf(element, drawn)))}`
  const image = await imageOf(source)
  const canvas = document.createElement('canvas')
  canvas.width = size.width * sharpness
  canvas.height = size.height * sharpness
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas')
  context.scale(sharpness, sharpness)
  const ground = element.closest('section') ?? document.body
  context.fillStyle = getComputedStyle(ground).getPropertyValue('background-color')
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(image, 0, 0)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png'),
  )
}

async function imageOf(source: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = source
  await image.decode()
  return image
}

function headOf(element: HTMLElement, { title, notes, keys }: PictureHead): HTMLElement {
  const { color, fontFamily } = getComputedStyle(element.closest('section') ?? element)
  const head = document.createElement('div')
  head.style.cssText = `color:${color};font:12px/${lineHeight}px ${fontFamily};white-space:nowrap;overflow:hidden`
  const line = (text: string, style = 'opacity:0.75') => {
    const one = head.appendChild(document.createElement('div'))
    one.style.cssText = `height:${lineHeight}px;${style}`
    one.append(text)
    return one
  }
  line(title, 'font-weight:600;font-size:14px')
  for (const note of notes) line(note)
  if (keys.length > 1) {
    const legend = line('')
    for (const { label, color: ink } of keys) {
      const mark = document.createElement('i')
      mark.style.cssText = `display:inline-block;width:10px;height:10px;margin-right:6px;background:${inkOf(element, ink)}`
      legend.append(mark, `${label}\u2003`)
    }
  }
  return head
}

/** A color of the page's variables, which the picture does not have. */
function inkOf(element: HTMLElement, color: string): string {
  const probe = (element.closest('section') ?? document.body).appendChild(document.createElement('i'))
  probe.style.color = color
  const ink = getComputedStyle(probe).color
  probe.remove()
  return ink
}

function svgOf(
  element: HTMLElement,
  head: HTMLElement,
  size: { width: number; height: number },
  fonts: string,
): string {
  const copy = styledCopy(element)
  copy.style.margin = `${padding}px 0 0`
  copy.style.width = `${size.width - 2 * padding}px`
  const all = document.createElement('div')
  all.style.padding = `${padding}px`
  all.append(head, copy)
  const xhtml = new XMLSerializer().serializeToString(all)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><style>${fonts}</style><foreignObject width="100%" height="100%">${xhtml}</foreignObject></svg>`
}

/** Nothing in a picture moves, and sides and sizes have two names each. */
const unneeded =
  /^(-webkit-(?!line-clamp|box-orient)|animation|transition|will-change|inline-size|block-size)|-(inline|block)(-|$)/

/**
 * A copy of the element that carries its own styles, because an image sees none of the page's. What an element without
 * any rule has too is left out: a table with all properties of all cells took ten seconds.
 */
function styledCopy(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  const originals = [element, ...element.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll<HTMLElement>('*')]
  const names = [...getComputedStyle(element)].filter((name) => !unneeded.test(name))
  const host = document.body.appendChild(document.createElement('div'))
  host.style.all = 'initial'
  const bare = host.attachShadow({ mode: 'open' })
  const plain = new Map<string, string[]>()
  const given = new Map<Element, string[]>()
  const valuesOf = (one: Element) => {
    const style = getComputedStyle(one)
    return names.map((name) => style.getPropertyValue(name))
  }
  const plainOf = ({ namespaceURI, localName }: Element) => {
    const known = plain.get(localName)
    if (known) return known
    const values = valuesOf(bare.appendChild(document.createElementNS(namespaceURI, localName)))
    plain.set(localName, values)
    return values
  }
  const first = plainOf(host)
  for (const [at, original] of originals.entries()) {
    const values = valuesOf(original)
    given.set(original, values)
    const usual = plainOf(original)
    const inherited = (original.parentElement && given.get(original.parentElement)) ?? first
    const own = names.flatMap((name, n) =>
      values[n] === usual[n] && values[n] === inherited[n] ? [] : [`${name}:${values[n]}`],
    )
    copies[at]?.setAttribute('style', own.join(';'))
    if (original instanceof HTMLImageElement) copies[at]?.setAttribute('src', dataOf(original))
  }
  host.remove()
  for (const hidden of copy.querySelectorAll('.visually-hidden, [data-unprinted]')) hidden.remove()
  return copy
}

/** The image itself, because an image loads no other; blank where its host lets nobody read it, or it is not loaded. */
function dataOf(image: HTMLImageElement): string {
  const canvas = document.createElement('canvas')
  canvas.width = image.width * sharpness
  canvas.height = image.height * sharpness
  try {
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL()
  } catch {
    return document.createElement('canvas').toDataURL()
  }
}

/** The page's fonts as far as the text needs them: another one is wider, so that lines break over each other. */
async function fontsOf(element: HTMLElement, head: HTMLElement): Promise<string> {
  const text = `${head.textContent}${element.textContent}`
  const codes = [...new Set(text)].map((letter) => letter.codePointAt(0) ?? 0)
  const families = getComputedStyle(element).fontFamily
  const needed = facesOf(document.styleSheets).filter(
    ({ style }) =>
      families.includes(style.getPropertyValue('font-family').replaceAll(/["']/g, '')) &&
      style.getPropertyValue('font-style') !== 'italic' &&
      hasOneOf(style.getPropertyValue('unicode-range'), codes),
  )
  const rules = await Promise.all(
    needed.map(async ({ style, parentStyleSheet }) => {
      const source = /url\(["']?([^"')]+)/.exec(style.getPropertyValue('src'))?.[1] ?? ''
      const reply = await fetch(new URL(source, parentStyleSheet?.href ?? document.baseURI))
      const kept = ['font-family', 'font-weight', 'unicode-range'].map(
        (name) => `${name}:${style.getPropertyValue(name)};`,
      )
      return `@font-face{${kept.join('')}src:url(${await dataUrl(await reply.blob())})}`
    }),
  )
  return rules.join('')
}

function facesOf(sheets: Iterable<CSSStyleSheet>): CSSFontFaceRule[] {
  return [...sheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule)
    } catch {
      // Another host's sheet is nobody's to read.
      return []
    }
  })
}

/** @param ranges of a font's letters; empty: all */
function hasOneOf(ranges: string, codes: number[]): boolean {
  if (ranges === '') return true
  return ranges.split(',').some((range) => {
    const [from = '', to = from] = range.trim().replace(/^u\+/i, '').split('-')
    const [least, most] = [parseInt(from.replaceAll('?', '0'), 16), parseInt(to.replaceAll('?', 'f'), 16)]
    return codes.some((code) => code >= least && code <= most)
  })
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The font cannot be read')))
    reader.readAsDataURL(blob)
  })
}

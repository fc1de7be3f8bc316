/** Pictures of charts and tables, drawn when one is asked for. */
import { domToBlob } from 'modern-screenshot'
import styles from './draw-png.module.css'

export type PictureHead = {
  title: string
  /** Days, and what is in no amount. */
  notes: string[]
  /** Legend of a chart. */
  keys: { label: string; color: string }[]
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
      style: { position: 'static' },
      backgroundColor: getComputedStyle(element.closest('section') ?? document.body).backgroundColor,
      filter: (node) => !(node instanceof Element && node.matches('.visually-hidden, [data-unprinted]')),
    })
  } finally {
    frame.remove()
  }
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

function keyOf({ label, color }: PictureHead['keys'][number]): HTMLElement {
  const mark = document.createElement('i')
  mark.style.background = color
  const key = document.createElement('span')
  key.className = styles['key'] ?? ''
  key.append(mark, label)
  return key
}

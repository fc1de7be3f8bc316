const SMALL = new Set(['a', 'and', 'at', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])
const CAPITALS: Record<string, string> = {
  usb: 'USB',
  led: 'LED',
  tv: 'TV',
  uk: 'UK',
  '3d': '3D',
  ipod: 'iPod',
  'm.o.p': 'M.O.P',
  'd.o.f.': 'D.O.F.',
}

function word(text: string, first: boolean): string {
  const capitals = CAPITALS[text]
  if (capitals) return capitals
  if (!first && SMALL.has(text)) return text
  return text.replace(
    /(^|[-/+(",.&])([a-z])/g,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  )
}

/** 'WHITE HANGING HEART T-LIGHT HOLDER' as a shop would write it: 'White Hanging Heart T-Light Holder'. */
export function tidyTitle(description: string): string {
  return description
    .toLowerCase()
    .replace(/^[*\s]+|[\s,.]+$/g, '')
    .replace(/\s*,\s*/g, ', ')
    .replace(/\bs\/(\d+)/g, 'set/$1')
    .replace(/\b(set|pack|box)\/(\d+)/g, '$1 of $2')
    .replace(/\bof(\d+)/g, 'of $1')
    .replace(/\bset(\d+)/g, 'set $1')
    .split(/\s+/)
    .map((text, index) => word(text, index === 0))
    .join(' ')
}

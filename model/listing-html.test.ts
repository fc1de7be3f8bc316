import { expect, test } from 'vitest'
import { editableHtml, listingHtml, plainTextOf, saysTheSame } from './listing-html.ts'

test.each([
  ['<p>Thin <strong>bone</strong> china</p>', '<p>Thin <b>bone</b> china</p>'],
  ['<p onclick="x()">a<script>alert(1)</script></p>', '<p>a</p>'],
  ['<a href="javascript:x()">link</a>', 'link'],
  ['<img src="https://shop.example/a.jpg" onerror="x()">', '<img src="https://shop.example/a.jpg">'],
  ['<img src="javascript:x()"><img src=http://a.example/x.png>', ''],
  ['<ul><li>one<li>two</ul>', '<ul><li>one</li><li>two</li></ul>'],
  ['<b>never closed', '<b>never closed</b>'],
  ['a < b & c &amp; d &lt;script&gt;', 'a &lt; b &amp; c &amp; d &lt;script&gt;'],
  ['<scr<script>x</script>ipt>alert(1)', 'alert(1)'],
  ['<table><tr><td>Size</td></tr></table>', '<p>Size</p>'],
  ['<p>a<p>b', '<p>a</p><p>b</p>'],
  ['<!-- note --><p>a</p><svg><p>hidden</p></svg>', '<p>a</p>'],
])('%s is cleaned to %s', (dirty, clean) => {
  expect(listingHtml(dirty)).toBe(clean)
  expect(listingHtml(clean)).toBe(clean)
})

test('no attribute but the address of an image, and no tag that is not allowed, survives random soup', () => {
  const pieces = [
    '<',
    '>',
    '"',
    "'",
    'script',
    'img src=',
    'onerror=x',
    '</p',
    'p',
    '&lt;',
    '/',
    ' ',
    '<!--',
    'https://a.b/c',
    'li',
    '<b',
  ]
  let seed = 7
  const random = () => (seed = (seed * 16807) % 2147483647)
  for (let round = 0; round < 2000; round++) {
    const soup = Array.from({ length: 12 }, () => pieces[random() % pieces.length]).join('')
    const clean = listingHtml(soup)
    const rest = clean.replaceAll(/<\/?(p|b|i|u|ul|ol|li|h[1-4])>|<br>|<img src="https:[^"<>]+">/g, '')
    expect(rest, soup).not.toMatch(/[<>]/)
    expect(listingHtml(clean), soup).toBe(clean)
  }
})

/** Each of these took time by the square of its length, which a million letters would not end in. */
test.each([
  ['tags without an end', '<p '],
  ['quotes that never close', "<p '"],
  ['both kinds of quotes', `<b "'`],
  ['blocks in blocks', '<h1>'],
  ['marks in marks', '<b>'],
  ['lists in lists', '<ul><li>'],
  ['ends of what is not open', '</p>'],
  ['comments that never close', '<!-- '],
  ['elements that are left out', '<script>'],
  ['addresses without an end', '<img src="'],
])('a million letters of %s are read to their end', (_what, piece) => {
  const long = piece.repeat(1_000_000 / piece.length)
  const clean = listingHtml(long)
  expect(clean.replaceAll(/<\/?(p|b|ul|li|h1)>/g, '')).not.toMatch(/[<>]/)
  expect(listingHtml(`${long}>`)).not.toContain('<script')
  expect(plainTextOf(long)).not.toContain('\0')
  expect(editableHtml(long)).not.toContain('<script')
})

test('plain text and HTML say the same', () => {
  expect(plainTextOf('<p>Thin</p><ul><li>one</li><li>two &amp; three</li></ul>')).toBe(
    'Thin\none\ntwo & three',
  )
  expect(plainTextOf('5 < 6\n\nnext')).toBe('5 < 6\nnext')
  expect(editableHtml('5 < 6\nnext')).toBe('<p>5 &lt; 6</p><p>next</p>')
  expect(saysTheSame('<p>Thin</p><ul><li>Two parts</li></ul>', 'Thin\n- Two parts')).toBe(true)
  expect(saysTheSame('<p>Thin</p>', 'Thick')).toBe(false)
})

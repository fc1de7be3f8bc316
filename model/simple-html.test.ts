import { expect, test } from 'vitest'
import { linesOfHtml, simpleHtml } from './simple-html.ts'

test.each([
  ['Thank you', 'Thank you'],
  ['a\nb<br/>c', 'a<br>b<br>c'],
  ['<strong>Bold</strong> and <em>italic</em>', '<b>Bold</b> and <i>italic</i>'],
  ['<p>One</p><p>Two</p>', 'One<br>Two'],
  ['<ul><li>Tea</li><li>Cups</li></ul>Bye', '• Tea<br>• Cups<br>Bye'],
  ['<ol><li>Open</li><li>Keep</li></ol>', '1. Open<br>2. Keep'],
  ['See <a href="https://x.example" onclick="f()">our shop</a>', 'See our shop'],
  ['<script>alert(1)</script>Hi<style>b{}</style>', 'Hi'],
  ['<img src=x onerror=alert(1)>Hi<!-- <b>note</b> -->', 'Hi'],
  ['<scr<b>ipt>alert(1)</scr</b>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
  ['5 < 6 & 7 &gt; 6', '5 &lt; 6 &amp; 7 &gt; 6'],
  ['<b>open', '<b>open</b>'],
  ['</b></li></ul>over', 'over'],
])('%s becomes %s', (html, kept) => {
  expect(simpleHtml(html)).toBe(kept)
  // Cleaning its own output changes nothing.
  expect(simpleHtml(kept)).toBe(kept)
})

test('an item knows its mark, and a run its weight', () => {
  expect(linesOfHtml('<ul><li><b>A</b> b</li></ul>')).toEqual([
    {
      mark: '• ',
      runs: [
        { text: 'A', isBold: true, isItalic: false },
        { text: ' b', isBold: false, isItalic: false },
      ],
    },
  ])
})

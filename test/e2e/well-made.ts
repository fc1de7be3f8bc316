/** Whether a page, drawer or dialog fits at a desk and in a hand, and whether axe finds fault with it. */
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core'

const widths = [1280, 390]

/** Nothing is wider than the screen, on a desk or in a hand. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) await expectFitsAt(page, width)
  if (before) await page.setViewportSize(before)
}

async function expectFitsAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  // Elements that listen for the new width lay themselves out a moment later.
  await expect.poll(() => wideElements(page), { message: `wider than ${width} px` }).toEqual([])
}

/** Finds the innermost elements that make the page wider than the window. */
function wideElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > window.innerWidth + 0.5,
    )
    const inner = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)))
    return [
      'the page',
      ...inner.map((one) => `${one.localName}.${one.className} "${one.textContent.slice(0, 40)}"`),
    ]
  })
}

/**
 * It fits, and axe has no serious finding: by all rules once, in each other look by those that it can break. Colours of a phone's own
 * parts in both schemes are looked at in whole.spec.ts.
 */
export async function expectWellMade(page: Page): Promise<void> {
  const before = page.viewportSize()
  const expectNone = async (look: string, findings: Promise<string[]>) =>
    expect(await findings, look).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectFitsAt(page, 1280)
  await drawAnew(page)
  await expectNone('light, 1280 px', seriousFindings(page, rulesOfAll))
  await expectNone('light, 1280 px', lowContrast(page, 'light'))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await drawAnew(page)
  await expectNone('dark, 1280 px', lowContrast(page, 'dark'))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectFitsAt(page, 390)
  await drawAnew(page)
  await expectNone('light, 390 px', seriousFindings(page, rulesOfNarrow))
  if (before) await page.setViewportSize(before)
}

/** Finds words and marks at phone width that stand out too little, light and dark. */
export async function lowContrastInHand(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const findings: string[] = []
  await page.setViewportSize({ width: 390, height: 844 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await drawAnew(page)
    findings.push(...(await lowContrast(page, colorScheme)).map((one) => `${colorScheme}: ${one}`))
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  if (before) await page.setViewportSize(before)
  return findings
}

/** Time for an answer that dims what it replaces. One that a spec holds back is not waited for any longer. */
const mostBusyMs = 10_000

async function drawAnew(page: Page): Promise<void> {
  const busy = page.locator('[data-stale], [aria-busy=true]').first()
  await busy.waitFor({ state: 'detached', timeout: mostBusyMs }).catch(() => undefined)
  await page.evaluate(async () => {
    // Half scrolled under the header, targets would seem too near to those in it.
    window.scrollTo({ top: 0, behavior: 'instant' })
    // Components that listen to the width draw themselves in the next frames; until then a bar of the phone lies over the page.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
}

type Matches = (this: unknown, node: Element, ...rest: unknown[]) => boolean

declare global {
  interface Window {
    axe: {
      run(context: ElementContext, options: RunOptions): Promise<AxeResults>
      utils: { getRule(id: string): { matches: Matches } }
    }
  }
}

/** Experimental ones too; the AAA rules ask for more than WCAG 2.2 AA, which is what we promise. Contrast is looked at by itself. */
const rulesOfAll = axe
  .getRules()
  .filter(({ ruleId, tags }) => !tags.includes('wcag2aaa') && ruleId !== 'color-contrast')
  .map(({ ruleId }) => ruleId)
const rulesOfNarrow = ['target-size', 'label-content-name-mismatch', 'scrollable-region-focusable']

/** The arrow keys scroll the parts of a spreadsheet, which has the focus as a whole. */
const isOfSheet = (html: string) => /scroll-rg(?:Row|Col)/.test(html)

/** Rows like those above them. With them a look at a list takes twice as long. */
const furtherRows = ':is(tbody > tr, [data-row]):nth-child(n+6)'

/**
 * Only what is smaller than a target may be in a direction can be too small a target, or be half covered, which `isHalfCovered` leaves
 * out. To measure the neighbours of all others took axe more than half of its time.
 */
const leastTarget = 24

async function withAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return
  await page.evaluate(axe.source)
  await page.evaluate((least) => {
    const rule = window.axe.utils.getRule('target-size')
    const { matches } = rule
    rule.matches = function (node, ...rest) {
      const { width, height } = node.getBoundingClientRect()
      return (width < least || height < least) && matches.call(this, node, ...rest)
    }
  }, leastTarget)
}

/** Selectors and what has passed would take longer than the looking. */
const options: RunOptions = {
  resultTypes: ['violations'],
  selectors: false,
  iframes: false,
  // Fetches every stylesheet once more, for a rule about turned phones.
  preload: false,
}

/** In the dialog or drawer that is open last, or on the page where none is. */
async function seriousFindings(page: Page, rules: readonly string[]): Promise<string[]> {
  await withAxe(page)
  const runOnly = { type: 'rule' as const, values: [...rules] }
  const { violations } = await page.evaluate(
    ([how, rows]) => {
      const open = [...document.querySelectorAll('[role=dialog]')].at(-1)
      return window.axe.run({ include: [open ?? document.documentElement], exclude: [rows] }, how)
    },
    [{ ...options, runOnly }, furtherRows] as const,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .filter(
          (node) => !isHalfCovered(node) && !(id === 'scrollable-region-focusable' && isOfSheet(node.html)),
        )
        .map((node) => `${id}: ${node.html.slice(0, 160)}`),
    )
}

/** A target that is small only because a sticky bar or an open list covers a part of it: it scrolls away or is closed. */
function isHalfCovered({ any }: { any: { id: string; data: unknown }[] }): boolean {
  return any.some(
    ({ id, data }) =>
      id === 'target-size' &&
      String((data as { messageKey?: unknown } | null)?.messageKey).startsWith('partiallyObscured'),
  )
}

/** Colours that axe found to stand out enough, each with its size and everything behind it: looking for contrast took half of a look. */
const goodColours = { light: new Set<string>(), dark: new Set<string>() }

/** Finds words that stand out too little among those whose colours axe has not passed before. */
async function lowContrast(page: Page, scheme: keyof typeof goodColours): Promise<string[]> {
  await withAxe(page)
  const { findings, good } = await page.evaluate(
    async ([how, rows, known]) => {
      const open = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.documentElement
      const isKnown = new Set(known)
      const saysSomething = (one: Element) =>
        /^(?:input|textarea|select)$/.test(one.localName) ||
        [...one.childNodes].some(
          ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim(),
        )
      const coloursOf = (one: Element) => {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one)
        const parts = [color, fontSize, fontWeight, textShadow, getComputedStyle(one, '::placeholder').color]
        for (let box: Element | null = one; box; box = box.parentElement) {
          const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(box)
          const own = [backgroundColor, backgroundImage, opacity, filter].join(' ')
          if (own !== 'rgba(0, 0, 0, 0) none 1 none') parts.push(own)
        }
        return parts.join('|')
      }
      const asked = new Map<Element, string>()
      for (const one of open.querySelectorAll('*')) {
        if (!saysSomething(one) || one.closest(rows) || !one.checkVisibility()) continue
        const colours = coloursOf(one)
        if (!isKnown.has(colours)) asked.set(one, colours)
      }
      if (asked.size === 0) return { findings: [], good: [] }
      const { violations, passes } = await window.axe.run(
        { include: [...asked.keys()], exclude: [rows] },
        how,
      )
      const elementsOf = (results: typeof passes) => results.flatMap(({ nodes }) => nodes)
      return {
        findings: elementsOf(violations).map(({ html }) => `color-contrast: ${html.slice(0, 160)}`),
        good: elementsOf(passes).flatMap(({ element }) => (element && asked.get(element)) ?? []),
      }
    },
    [
      {
        ...options,
        runOnly: { type: 'rule', values: ['color-contrast'] },
        resultTypes: ['violations', 'passes'],
        elementRef: true,
      } as RunOptions,
      furtherRows,
      [...goodColours[scheme]],
    ] as const,
  )
  // The same colours may be good for one and not for the other, by what axe knows beyond them.
  if (findings.length === 0) for (const colours of good) goodColours[scheme].add(colours)
  return findings
}

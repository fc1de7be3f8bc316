/** A profile of the worker, summed into kinds of work. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { kindFiles, summarizeProfile, type CpuProfile } from './cpu-profile.ts'

type Frame = [name: string, url: string, children?: number[]]

/** Nodes are numbered from 1; samples are a node and its microseconds. */
function profileOf(frames: Frame[], samples: [node: number, us: number][]): CpuProfile {
  return {
    nodes: frames.map(([functionName, url, children], at) => ({
      id: at + 1,
      callFrame: { functionName, url },
      ...(children && { children }),
    })),
    samples: samples.map(([node]) => node),
    timeDeltas: samples.map(([, us]) => us),
  }
}

const app = 'file:///console'

describe('a profile', () => {
  it('gives each sample to the innermost frame that tells what it is about', () => {
    const frames: Frame[] = [
      ['(root)', '', [2]],
      ['saveOrders', `${app}/server/orders/intake/order-intake-store.ts`, [3, 5]],
      ['query', `${app}/node_modules/pg/lib/client.js`, [4]],
      ['write', 'node:net'],
      ['map', 'native array'],
    ]
    expect(
      summarizeProfile(
        profileOf(frames, [
          [4, 3000],
          [5, 1000],
        ]),
      ),
    ).toEqual([
      ['talking to PostgreSQL', 3, 75],
      ['preparing rows (digests, search terms, SQL text)', 1, 25],
    ])
  })

  it('leaves waiting out of the shares, and puts the longest first', () => {
    const frames: Frame[] = [
      ['(root)', '', [2, 3, 4]],
      ['(idle)', ''],
      ['(garbage collector)', ''],
      ['parse', `${app}/node_modules/zod/v4/core.js`],
    ]
    const rows = summarizeProfile(
      profileOf(frames, [
        [2, 9000],
        [3, 1000],
        [4, 2000],
        [4, 1000],
      ]),
    )
    expect(rows).toEqual([
      ['waiting', 9, undefined],
      ['checking', 3, 75],
      ['garbage collection', 1, 25],
    ])
  })

  it('counts what nobody knows as the rest, and nothing twice', () => {
    const frames: Frame[] = [
      ['(root)', '', [2]],
      ['main', `${app}/server/main.ts`],
    ]
    expect(
      summarizeProfile(
        profileOf(frames, [
          [1, 500],
          [2, 1500],
        ]),
      ),
    ).toEqual([['starting up and the rest', 2, 100]])
    expect(summarizeProfile(profileOf(frames, []))).toEqual([])
  })

  it.each([
    ['checking', `${app}/node_modules/zod/model/x.js`],
    ['mapping', `${app}/connectors/channels/shopee/order.ts`],
    ['HTTP and JSON.parse', `${app}/connectors/http.ts`],
    ['HTTP and JSON.parse', 'node:internal/deps/undici/undici'],
    ['talking to PostgreSQL', `${app}/node_modules/pg-pool/index.js`],
    ['preparing rows (digests, search terms, SQL text)', `${app}/model/keyword.ts`],
  ])('knows as %s: %s', (kind, url) => {
    const [row] = summarizeProfile(profileOf([['work', url]], [[1, 1000]]))
    expect(row).toEqual([kind, 1, 100])
  })

  it('names files that the product has', () => {
    const root = fileURLToPath(new URL('..', import.meta.url))
    const files = execFileSync('git', ['ls-files', 'server', 'connectors', 'model'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(kindFiles.filter((part) => !files.includes(part))).toEqual([])
  })
})

import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { withTexts } from '../../../texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { hideToast, showToast } from '../../../ui/toast.ts'
import styles from './grid-page.module.css'
import type { Grid } from './use-grid.ts'
import { useSendGrid } from './use-send-grid.ts'
import { later } from '../../../later.tsx'

const loadQuestion = withTexts(() => import('../edit/confirm-prices.tsx'), 'farPrice')
const ConfirmPrices = later(async () => ({ default: (await loadQuestion()).ConfirmPrices }))

/** Number of changes and of errors among them, and the button that sends the rest. */
export function SendBar({ grid, onShowWrong }: { grid: Grid; onShowWrong: () => void }) {
  const { t } = useTranslation()
  const { progress, send, far, cells, shops } = useSendGrid(grid)
  const [isConfirming, setConfirming] = useState(false)
  const { changes, listings, errors, overtaken, refused } = grid.counts
  const wrong = errors + refused

  function discard() {
    const { draft } = grid
    grid.act({ type: 'discard' })
    const toast = showToast({
      tone: 'success',
      message: (
        <span className={styles['toast']}>
          {t('grid.discarded')}
          <Button
            size="small"
            onClick={() => {
              grid.act({ type: 'restore', draft })
              hideToast(toast)
            }}
          >
            {t('action.undo')}
          </Button>
        </span>
      ),
    })
  }

  return (
    <footer className={styles['bar']}>
      <output className={styles['summary']}>
        {changes === 0
          ? t('grid.noChanges')
          : t('grid.changes', {
              count: changes,
              figure: count(changes),
              listings: t('grid.inListings', { count: listings, figure: count(listings) }),
            })}
      </output>
      {progress.shops.length > 0 && (
        <ul className={styles['shops']} aria-label={t('grid.progress')}>
          {progress.shops.map(({ shopId, total, done, failed }) => (
            <li key={shopId}>
              <ChannelMark platformId={grid.ofShops.get(shopId)?.platform_id ?? 0} />
              <span className={styles['name']}>{grid.ofShops.get(shopId)?.system_name}</span>
              {count(done)}/{count(total)}
              {failed > 0 && <span className={styles['fault']}>{t('grid.failedOf', { count: failed })}</span>}
            </li>
          ))}
        </ul>
      )}
      {progress.isRunning && (
        <ProgressBar
          label={t('grid.progress')}
          percent={progress.total > 0 ? (100 * progress.ended) / progress.total : 0}
        />
      )}
      {overtaken > 0 && (
        <span className={styles['overtaken']}>
          {t('grid.overtakenCells', { count: overtaken, figure: count(overtaken) })}
          <button type="button" onClick={onShowWrong}>
            {t('grid.showWrong')}
          </button>
          <button type="button" onClick={() => grid.settleOvertaken('mine')}>
            {t('grid.keepMine')}
          </button>
          <button type="button" onClick={() => grid.settleOvertaken('theirs')}>
            {t('grid.takeTheirs')}
          </button>
        </span>
      )}
      {wrong > 0 && (
        <span className={styles['wrong']}>
          {t('grid.wrong', { count: wrong })}
          <button type="button" onClick={onShowWrong}>
            {t('grid.showWrong')}
          </button>
        </span>
      )}
      <div className={styles['end']}>
        {changes > 0 && (
          <Button variant="quiet" onClick={discard} disabled={progress.isRunning}>
            {t('grid.discard')}
          </Button>
        )}
        <Button
          variant="primary"
          busy={progress.isRunning}
          disabled={cells === 0}
          onClick={() => (far.length > 0 ? setConfirming(true) : void send())}
        >
          {cells === 0
            ? t('grid.send')
            : t('grid.sendChanges', {
                count: cells,
                figure: count(cells),
                shops: t('grid.shops', { count: shops, figure: count(shops) }),
              })}
        </Button>
      </div>
      <Suspense>
        {isConfirming && (
          <ConfirmPrices
            prices={far}
            onClose={() => setConfirming(false)}
            onConfirm={() => {
              setConfirming(false)
              void send()
            }}
          />
        )}
      </Suspense>
    </footer>
  )
}

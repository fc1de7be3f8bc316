import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import styles from './waves.module.css'
import type { WaveLine } from './wave-queries.ts'

export type Ticked = Pick<WaveLine, 'picked' | 'is_short'>
/** `change` is given the line as it stands by then: a touch may come before the one before it is drawn. */
type Props = { line: WaveLine; onTick: (line: number, change: (now: WaveLine) => Ticked) => void }

/** One touch ticks the whole line; the small keys count pieces, and say that the bin has no more. */
export function WaveRow({ line, onTick }: Props) {
  const { t } = useTranslation()
  const { quantity, picked, is_short: isShort, code, name } = line
  const isDone = picked === quantity
  const become = (next: (now: WaveLine) => number) =>
    onTick(line.line, (now) => ({
      picked: Math.min(quantity, Math.max(0, next(now))),
      is_short: false,
    }))
  return (
    <li data-done={isDone || undefined} data-short={isShort || undefined}>
      <button
        type="button"
        className={styles['tick']}
        aria-pressed={isDone}
        aria-label={t('wave.tick', { figure: count(quantity), name: `${name} ${code}` })}
        onClick={() => become(() => (isDone ? 0 : quantity))}
      >
        {isDone && <Check size={22} aria-hidden="true" />}
      </button>
      <Picture source={line.image} seed={code} size={48} />
      <span className={styles['what']}>
        <span>{name}</span>
        <small>{[code, line.variant_label, line.changed_by].filter(Boolean).join(' · ')}</small>
        {isShort && (
          <small className={styles['short']}>{t('wave.shortBy', { figure: count(quantity - picked) })}</small>
        )}
      </span>
      <span className={styles['amount']}>
        <b>{count(picked)}</b>
        {' / '}
        {count(quantity)}
      </span>
      <span className={styles['keys']}>
        {quantity > 1 && (
          <>
            <IconButton label={t('wave.fewer', { name })} onClick={() => become((now) => now.picked - 1)}>
              <Minus size={16} aria-hidden="true" />
            </IconButton>
            <IconButton label={t('wave.more', { name })} onClick={() => become((now) => now.picked + 1)}>
              <Plus size={16} aria-hidden="true" />
            </IconButton>
          </>
        )}
        {!isDone && (
          <Button
            size="small"
            aria-pressed={isShort}
            onClick={() => onTick(line.line, (now) => ({ picked: now.picked, is_short: !isShort }))}
          >
            {t('wave.short')}
          </Button>
        )}
      </span>
    </li>
  )
}

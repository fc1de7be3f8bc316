import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './split-lines.module.css'
import { movedPieces, type Thing } from './things-of.ts'

type Props = {
  thing: Thing
  parcel: number
  /** Pieces in this parcel. */
  share: number
  divides: boolean
  /** The dialog opens with the focus on its first button. */
  isFirst: boolean
  /** Parcels that it may go to. */
  others: number[]
  onMove: (to: number, quantity: number) => void
}

/** A product in a parcel, with a button for each parcel that it may go to. */
export function SplitThing({ thing, parcel, share, divides, isFirst, others, onMove }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(String(share))
  const { name, context, image, shopSku } = thing
  const isDivided = divides && share > 1 && others.length > 0
  const quantity = isDivided ? movedPieces(text, share) : share
  const isWrong = quantity === undefined
  return (
    <li className={styles['thing']}>
      <Picture source={image} seed={shopSku} size={32} />
      <span className={styles['what']}>
        {count(share)} × {name}
        {context && <small>{context}</small>}
      </span>
      {others.length > 0 && (
        <span className={styles['move']} data-below={isDivided || others.length > 1 || undefined}>
          {isDivided && (
            <TextField
              label={t('splitOrder.quantityOf', { name, parcel: count(parcel + 1) })}
              isLabelHidden
              value={text}
              inputMode="numeric"
              maxLength={6}
              autoComplete="off"
              onChange={(event) => setText(event.currentTarget.value.trim())}
            />
          )}
          {others.map((to, at) => (
            <Button
              key={to}
              size="small"
              icon={<ArrowRight size={14} aria-hidden="true" />}
              aria-label={t('splitOrder.moveTo', { name, parcel: count(to + 1) })}
              data-move={at === 0 ? `${parcel}/${shopSku}` : undefined}
              data-autofocus={(isFirst && at === 0) || undefined}
              {...(isWrong && { refusal: t('splitOrder.wrongQuantity', { figure: count(share) }) })}
              onClick={() => onMove(to, quantity ?? 0)}
            >
              {t('splitOrder.parcel', { figure: count(to + 1) })}
            </Button>
          ))}
        </span>
      )}
      {isWrong && (
        <small className={styles['wrong']} role="alert">
          {t('splitOrder.wrongQuantity', { figure: count(share) })}
        </small>
      )}
    </li>
  )
}

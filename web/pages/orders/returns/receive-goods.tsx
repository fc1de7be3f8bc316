import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { paths } from '../../../paths.ts'
import { TextField } from '../../../ui/text-field.tsx'
import actions from '../actions/order-actions.module.css'
import styles from './order-returns.module.css'

export type TakenIn = BodyInput<'POST /returns/{id}/receive'>
type Line = {
  position: number
  shop_sku: string
  name: string | null
  quantity: number
  parts: { sku_id: number; code: string }[]
}
type Pieces = { restock: string; writeOff: string }

type Props = {
  /** Code of the order. */
  code: string
  lines: Line[]
  /** Consequence of receiving. */
  text: string
  busy: boolean
  error: Error | null
  onReceive: (taken: TakenIn) => void
  onClose: () => void
}

/** Takes goods in that came back: of each line, how many go on the shelf and how many are thrown away. */
export function ReceiveGoods({ code, lines: known, text, busy, error, onReceive, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [isTried, setTried] = useState(false)
  const [note, setNote] = useState('')
  // All of it is whole, until somebody has seen otherwise.
  const [found, setFound] = useState<Pieces[]>(() =>
    known.map(({ quantity }) => ({ restock: String(quantity), writeOff: '0' })),
  )
  const lines = known.map(({ position, quantity }, at) => {
    const [restock, writeOff] = [piecesOf(found[at]?.restock), piecesOf(found[at]?.writeOff)]
    const pieces = restock + writeOff
    return { position, restock, write_off: writeOff, isRight: pieces <= quantity && !Number.isNaN(pieces) }
  })
  const isNothing = lines.every((line) => line.restock + line.write_off === 0)
  const isRight = !isNothing && lines.every((line) => line.isRight)

  function change(at: number, pieces: Partial<Pieces>) {
    setFound((all) => all.map((one, place) => (place === at ? { ...one, ...pieces } : one)))
  }

  function receive() {
    setTried(true)
    if (!isRight) return
    onReceive({ lines: lines.map(({ isRight: _isRight, ...line }) => line), note: note.trim() || null })
  }

  return (
    <ConfirmDialog
      opened
      title={t('returns.receive.title', { code })}
      confirm={t('returns.button.receive')}
      dismiss={t('action.back')}
      busy={busy}
      error={error ? errorMessage(error) : isTried && isNothing ? t('returns.receive.nothing') : null}
      onClose={onClose}
      onConfirm={receive}
    >
      <div className={actions['fields']}>
        {known.map((line, at) => {
          const isWrong = isTried && !lines[at]?.isRight
          return (
            <fieldset key={line.position} className={styles['fieldset']}>
              <legend>
                {count(line.quantity)} × {line.name ?? line.shop_sku}
              </legend>
              <TextField
                label={t('returns.receive.restock')}
                type="number"
                min={0}
                max={line.quantity}
                value={found[at]?.restock ?? ''}
                error={isWrong ? t('returns.receive.tooMany', { count: line.quantity }) : undefined}
                onChange={(event) => change(at, { restock: event.currentTarget.value })}
              />
              <TextField
                label={t('returns.receive.writeOff')}
                type="number"
                min={0}
                max={line.quantity}
                value={found[at]?.writeOff ?? ''}
                onChange={(event) => change(at, { writeOff: event.currentTarget.value })}
              />
              {line.parts.length > 0 && (
                <p className={styles['parts']}>
                  {t('returns.receive.bundle')}{' '}
                  {line.parts.map(({ sku_id: id, code: part }, nth) => (
                    <Fragment key={id}>
                      {nth > 0 && ' · '}
                      <Link to={paths.sku(id)} target="_blank" rel="noopener">
                        {part}
                      </Link>
                    </Fragment>
                  ))}
                </p>
              )}
            </fieldset>
          )
        })}
        <TextField
          label={t('returns.receive.note')}
          value={note}
          optional
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <p>{text}</p>
    </ConfirmDialog>
  )
}

/** Reads a typed number of pieces; NaN for other text. */
function piecesOf(text = ''): number {
  return /^\d{0,6}$/.test(text) ? Number(text) : Number.NaN
}

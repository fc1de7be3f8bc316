import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type StockTake, stockTakesKey } from '../../../parts/queries/stock-take-queries.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import styles from './stock-takes.module.css'

type Props = { warehouses: { id: number; name: string }[]; open: StockTake[]; onClose: () => void }

/** Chooses the warehouse to count; where a stock take is open, it leads to that one. */
export function StartStockTake({ warehouses, open, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [warehouse, setWarehouse] = useState(warehouses[0]?.id ?? 0)
  const [isBlind, setBlind] = useState(false)
  const underWay = open.find((take) => take.warehouse.id === warehouse)
  const start = useMutation({
    mutationFn: () =>
      api('POST /stock-takes', { once: true, body: { warehouse_id: warehouse, is_blind: isBlind } }),
    onSuccess: async ({ data }) => {
      void queries.invalidateQueries({ queryKey: stockTakesKey })
      await navigate({ to: paths.stockTake(data.id) })
    },
  })

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (underWay) void navigate({ to: paths.stockTake(underWay.id) })
    else start.mutate()
  }

  return (
    <Dialog opened title={t('stockTake.start')} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <SelectField
          label={t('skus.warehouse')}
          value={warehouse}
          onChange={(event) => setWarehouse(Number(event.currentTarget.value))}
        >
          {warehouses.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {underWay ? (
          <p>{t('stockTake.underWay', { name: underWay.started_by.name })}</p>
        ) : (
          <Switch
            label={t('stockTake.blind')}
            help={t('stockTake.blindHelp')}
            checked={isBlind}
            onChange={setBlind}
          />
        )}
        {start.error && (
          <p className={styles['error']} role="alert">
            {errorMessage(start.error)}
          </p>
        )}
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={start.isPending}>
            {t(underWay ? 'stockTake.continue' : 'stockTake.start')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

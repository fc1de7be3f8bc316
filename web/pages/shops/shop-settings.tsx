import { Suspense, type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api.ts'
import { minuteTime } from '../../parts/dates.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { piecesIn } from '../../parts/figures.ts'
import { HelpLink } from '../../parts/help-link.tsx'
import { isCrm, type Shop } from '../../parts/queries/shop-queries.ts'
import { useClock } from '../../parts/when.tsx'
import { withTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConfirmLeave } from '../../parts/settings/confirm-leave.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import styles from './shop-settings.module.css'
import { ShopWarehouse } from './shop-warehouse.tsx'
import { ownVersionAfter, useSaveShop } from './use-save-shop.tsx'
import { later } from '../../later.tsx'

const loadCustomers = withTexts(() => import('./customers-question.tsx'), 'beforeSending')
const CustomersQuestion = later(async () => ({ default: (await loadCustomers()).CustomersQuestion }))
const loadStock = withTexts(() => import('./stock-question.tsx'), 'beforeSending')
const StockQuestion = later(async () => ({ default: (await loadStock()).StockQuestion }))

/** Settings of a shop: its name here, and what is kept in sync with its channel. */
export function ShopSettings({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  return (
    <Card title={t('shopSettings.title')}>
      <div className={styles['settings']}>
        {isCrm(shop) ? <CustomerSwitch shop={shop} /> : <Switches shop={shop} />}
        {!isCrm(shop) && <ShopWarehouse shop={shop} />}
        <Fields shop={shop} />
      </div>
    </Card>
  )
}

/** A CRM has neither orders nor stock. */
function CustomerSwitch({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { change, isSaving, error } = useSaveShop(shop)
  const clock = useClock()
  const [asks, setAsks] = useState(false)
  const { is_customer_push: isOn, customers_since: since } = shop
  const help =
    isOn && since !== null
      ? t('shopSettings.customersOnNew', { since: minuteTime(new Date(since), clock) })
      : t(isOn ? 'shopSettings.customersOn' : 'shopSettings.customersOff')
  return (
    <>
      <Switch
        label={t('shopSettings.customers')}
        help={help}
        checked={isOn}
        onChange={(checked) => (checked ? setAsks(true) : change({ is_customer_push: false }))}
      />
      {error && !asks && (
        <p className={styles['error']} role="alert">
          {errorMessage(error)}
        </p>
      )}
      {asks && (
        <Suspense>
          <CustomersQuestion
            shop={shop}
            busy={isSaving}
            error={error && errorMessage(error)}
            onClose={() => setAsks(false)}
            onConfirm={(customers) =>
              change(
                { is_customer_push: true, customers_to_send: customers },
                { onSaved: () => setAsks(false) },
              )
            }
          />
        </Suspense>
      )}
    </>
  )
}

function Switches({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { change, isSaving, error } = useSaveShop(shop)
  const [asksStock, setAsksStock] = useState(false)
  return (
    <>
      <Switch
        label={t('shopSettings.orders')}
        help={t(shop.is_order_sync ? 'shopSettings.ordersOn' : 'shopSettings.ordersOff')}
        checked={shop.is_order_sync}
        onChange={(checked) => change({ is_order_sync: checked })}
      />
      <Switch
        label={t('shopSettings.stock')}
        help={t(shop.is_stock_sync ? 'shopSettings.stockOn' : 'shopSettings.stockOff')}
        checked={shop.is_stock_sync}
        onChange={(checked) => (checked ? setAsksStock(true) : change({ is_stock_sync: false }))}
      />
      {error && !asksStock && (
        <p className={styles['error']} role="alert">
          {errorMessage(error)}
        </p>
      )}
      {asksStock && (
        <Suspense>
          <StockQuestion
            shop={shop}
            busy={isSaving}
            error={error && errorMessage(error)}
            onClose={() => setAsksStock(false)}
            onConfirm={() => change({ is_stock_sync: true }, { onSaved: () => setAsksStock(false) })}
          />
        </Suspense>
      )}
    </>
  )
}

type Wrong = Partial<Record<'buffer' | 'cap' | 'share', boolean>>

/** Saved together; the buttons are there once something is different, and leaving asks. */
function Fields({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { change, isSaving, error } = useSaveShop(shop)
  const saved = {
    name: shop.system_name,
    buffer: String(shop.stock_buffer),
    cap: shop.stock_cap === null ? '' : String(shop.stock_cap),
    share: String(shop.stock_share),
  }
  const [wrong, setWrong] = useState<Wrong>({})
  const form = useFormDraft(saved, shop.updated_at, error, (version) => ownVersionAfter(shop.id, version))
  const { isChanged } = form
  const { name, buffer, cap, share } = form.values
  const fields = error instanceof ApiError ? error.fields : {}
  const general = error && Object.keys(fields).length === 0 ? errorMessage(error) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const [pieces, most, percent] = [buffer, cap, share].map(piecesIn)
    const found = {
      buffer: pieces === undefined,
      cap: most === undefined && cap.trim() !== '',
      share: percent === undefined || percent > 100,
    }
    setWrong(found)
    if (Object.values(found).some(Boolean)) return
    const changed = {
      ...(name === saved.name ? {} : { system_name: name }),
      ...(buffer === saved.buffer ? {} : { stock_buffer: pieces }),
      ...(cap === saved.cap ? {} : { stock_cap: most ?? null }),
      ...(share === saved.share ? {} : { stock_share: percent }),
    }
    change(changed, { version: form.version, onSaved: form.settle })
  }

  return (
    <form className={styles['fields']} onSubmit={submit} noValidate>
      <TextField
        label={t('shopSettings.name')}
        help={t('shopSettings.nameHelp')}
        value={name}
        maxLength={255}
        error={fields['system_name']}
        onChange={(event) => form.change({ name: event.currentTarget.value })}
      />
      {!isCrm(shop) && (
        <TextField
          label={t('shopSettings.buffer')}
          help={t('shopSettings.bufferHelp')}
          unit={t('shopSettings.pieces')}
          value={buffer}
          inputMode="numeric"
          maxLength={7}
          error={wrong.buffer ? t('shopSettings.bufferRule') : fields['stock_buffer']}
          onChange={(event) => form.change({ buffer: event.currentTarget.value })}
        />
      )}
      {!isCrm(shop) && (
        <>
          <TextField
            label={t('shopSettings.cap')}
            help={t('shopSettings.capHelp')}
            unit={t('shopSettings.pieces')}
            optional
            value={cap}
            inputMode="numeric"
            maxLength={7}
            error={wrong.cap ? t('shopSettings.bufferRule') : fields['stock_cap']}
            onChange={(event) => form.change({ cap: event.currentTarget.value })}
          />
          <TextField
            label={t('shopSettings.share')}
            help={t('shopSettings.shareHelp')}
            unit="%"
            value={share}
            inputMode="numeric"
            maxLength={3}
            error={wrong.share ? t('shopSettings.shareRule') : fields['stock_share']}
            onChange={(event) => form.change({ share: event.currentTarget.value })}
          />
        </>
      )}
      {!isCrm(shop) && <HelpLink answer="buffer" />}
      {general && (
        <p className={styles['error']} role="alert">
          {general}
        </p>
      )}
      {isChanged && (
        <div className={styles['actions']}>
          <Button
            onClick={() => {
              form.drop()
              setWrong({})
            }}
          >
            {t('action.cancel')}
          </Button>
          <Button variant="primary" type="submit" busy={isSaving}>
            {t('action.save')}
          </Button>
        </div>
      )}
      <ConfirmLeave when={isChanged} text={t('shopSettings.leaveText')} />
    </form>
  )
}

import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/drawer-frame.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { ManualOrderLines } from './manual-order-lines.tsx'
import styles from './manual-order.module.css'
import { type OrderText, withProduct, type WritableShop, writtenMethods } from './manual-order.ts'
import { ProductSearch } from './product-search.tsx'

type Props = {
  shops: WritableShop[]
  shop: WritableShop
  text: OrderText
  /** Error messages by the path of the field. */
  errors: Record<string, string>
  onChange: (text: OrderText) => void
}

export function ManualOrderForm({ shops, shop, text, errors, onChange }: Props) {
  const { t } = useTranslation()
  const change = (part: Partial<OrderText>) => onChange({ ...text, ...part })
  const customer = (field: 'name' | 'phone' | 'email', optional: boolean) => (
    <TextField
      label={t(`manualOrder.${field}`)}
      value={text[field]}
      optional={optional}
      maxLength={field === 'phone' ? 40 : 120}
      inputMode={field === 'phone' ? 'tel' : field === 'email' ? 'email' : 'text'}
      autoComplete="off"
      error={errors[`customer.${field}`]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  )
  const ofAddress = Object.fromEntries(
    Object.entries(errors)
      .filter(([field]) => field.startsWith('address.'))
      .map(([field, message]) => [field.slice('address.'.length), message]),
  )
  return (
    <>
      <Card title={t('manualOrder.products')}>
        <div className={styles['fields']}>
          <SelectField
            label={t('list.shop')}
            value={shop.id}
            error={errors['shop_id']}
            // Removes the lines: another shop sells other products.
            onChange={(event) => change({ shopId: Number(event.currentTarget.value), lines: [] })}
          >
            {shops.map(({ id, system_name: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <ProductSearch
            key={shop.id}
            shopId={shop.id}
            error={errors['lines']}
            onChoose={(product) => change({ lines: withProduct(text.lines, product) })}
          />
        </div>
        <ManualOrderLines
          lines={text.lines}
          currency={shop.currency}
          errors={errors}
          onChange={(lines) => change({ lines })}
        />
      </Card>
      <Card title={t('orders.customer')}>
        <div className={styles['fields']}>
          {customer('name', false)}
          <div className={styles['pair']}>
            {customer('phone', true)}
            {customer('email', true)}
          </div>
        </div>
      </Card>
      {shop.takes_address && (
        <Card title={t('order.deliverTo')}>
          <div className={styles['fields']}>
            <label className={styles['paid']}>
              <input
                type="checkbox"
                checked={text.isForOther}
                onChange={(event) => change({ isForOther: event.currentTarget.checked })}
              />
              {t('manualOrder.forOther')}
            </label>
            <AddressFields
              value={text.address}
              usual={shop.region}
              errors={ofAddress}
              isNameless={!text.isForOther}
              onChange={(address) => change({ address })}
            />
          </div>
        </Card>
      )}
      <Card title={t('orders.payment')}>
        <div className={styles['fields']}>
          <SelectField
            label={t('manualOrder.method')}
            value={text.method}
            error={errors['payment_method']}
            onChange={(event) => {
              const method = writtenMethods.find((one) => one === event.currentTarget.value)
              if (method) change({ method, isPaid: method === 'cod' ? false : text.isPaid })
            }}
          >
            {writtenMethods.map((method) => (
              <option key={method} value={method}>
                {t(`payment.${method}`)}
              </option>
            ))}
          </SelectField>
          {text.method !== 'cod' && (
            <label className={styles['paid']}>
              <input
                type="checkbox"
                checked={text.isPaid}
                onChange={(event) => change({ isPaid: event.currentTarget.checked })}
              />
              {t('manualOrder.paid')}
            </label>
          )}
          <TextField
            label={t('manualOrder.note')}
            help={t('manualOrder.noteHelp')}
            value={text.note}
            optional
            maxLength={500}
            autoComplete="off"
            error={errors['note']}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
        </div>
      </Card>
    </>
  )
}

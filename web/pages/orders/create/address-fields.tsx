import { useTranslation } from 'react-i18next'
import { CountryField } from '../../../parts/country-field.tsx'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../detail/order-address.module.css'

const parts = ['name', 'phone', 'street', 'city', 'province', 'postcode', 'country'] as const
type Part = (typeof parts)[number]
/** An address as it is typed. */
export type AddressText = Record<Part, string>

export function addressText(address: Order['address'] | undefined): AddressText {
  const text = (part: Part) => (address?.is_masked ? '' : (address?.[part] ?? ''))
  return {
    name: text('name'),
    phone: text('phone'),
    street: text('street'),
    city: text('city'),
    province: text('province'),
    postcode: text('postcode'),
    country: text('country'),
  }
}

const longest: Record<Part, number> = {
  name: 120,
  phone: 40,
  street: 255,
  city: 120,
  province: 120,
  postcode: 20,
  country: 2,
}

type Props = {
  value: AddressText
  /** Error messages by field. */
  errors: Record<string, string>
  onChange: (value: AddressText) => void
  /** Hides name and phone, which are given elsewhere. */
  isNameless?: boolean
  /** Country until one is chosen. */
  usual?: string
}

/** The fields of an address, as own stores keep it. */
export function AddressFields({ value, errors, onChange, isNameless = false, usual = '' }: Props) {
  const { t } = useTranslation()
  const isVietnam = (value.country || usual) === 'VN'
  const labelOf = (part: Exclude<Part, 'country'>) => {
    // Vietnam has wards, for which stores have no field of their own.
    if (isVietnam && part === 'city') return t('orderAddress.field.ward')
    return t(
      isVietnam && part === 'province' ? 'orderAddress.field.provinceVn' : `orderAddress.field.${part}`,
    )
  }
  const field = (part: Exclude<Part, 'country'>, optional = false) => (
    <TextField
      label={labelOf(part)}
      value={value[part]}
      optional={optional}
      maxLength={longest[part]}
      autoComplete="off"
      inputMode={part === 'phone' ? 'tel' : 'text'}
      error={errors[part]}
      onChange={(event) => onChange({ ...value, [part]: event.currentTarget.value })}
    />
  )
  return (
    <>
      {!isNameless && field('name')}
      {!isNameless && field('phone', true)}
      {field('street')}
      <div className={styles['pair']}>
        {field('postcode', true)}
        {field('city', true)}
      </div>
      <div className={styles['pair']}>
        {field('province', true)}
        <CountryField
          value={value.country || usual}
          none={t('orderAddress.countryNone')}
          error={errors['country']}
          onChange={(country) => onChange({ ...value, country })}
        />
      </div>
    </>
  )
}

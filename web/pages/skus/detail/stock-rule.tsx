import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { amountIn, count, percent } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { skusKey, stockRuleQuery, type StockRule } from '../../../parts/queries/sku-queries.ts'
import { fieldsOf, SettingForm } from '../../../parts/settings/setting-form.tsx'
import { useVersion } from '../../../parts/use-version.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './sku-page.module.css'

type Props = { skuId: number; shop: { id: number; system_name: string }; onClose: () => void }

/** The rule of a SKU in one shop, where it is not the shop's own. */
export function StockRuleDialog({ skuId, shop, onClose }: Props) {
  const { t } = useTranslation()
  const { data: rule, error, refetch } = useQuery(stockRuleQuery(skuId, shop.id))
  return (
    <Dialog opened title={t('skus.rule.title', { shop: shop.system_name })} onClose={onClose}>
      {error && !rule ? (
        <LoadError title={t('skus.failed')} error={error} onRetry={refetch} />
      ) : rule ? (
        <RuleForm rule={rule} skuId={skuId} shop={shop} onClose={onClose} />
      ) : (
        <Skeleton width="100%" height={120} />
      )}
    </Dialog>
  )
}

const fields = ['buffer', 'cap', 'share'] as const
type Field = (typeof fields)[number]

function RuleForm({ rule, skuId, shop, onClose }: Props & { rule: StockRule }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Partial<Record<Field, string>>>({})
  const saved = (field: Field) => (rule[field] === null ? '' : String(rule[field]))
  const valueOf = (field: Field) => draft[field] ?? saved(field)
  const isChanged = fields.some((field) => valueOf(field) !== saved(field))
  const save = useMutation({
    mutationFn: (body: Record<Field, number | null> & { updated_at: string | null | undefined }) =>
      api('PUT /sku-centers/{id}/stock-rules/{shop_id}', { params: { id: skuId, shop_id: shop.id }, body }),
    onSuccess: async () => {
      showToast({ tone: 'success', message: t('skus.rule.saved', { shop: shop.system_name }) })
      onClose()
      await queries.invalidateQueries({ queryKey: skusKey })
    },
  })
  const version = useVersion(rule.updated_at, isChanged, save.error)
  const invalid = fieldsOf(save.error)
  const ofShop: Record<Field, string> = {
    buffer: count(rule.of_shop.buffer),
    cap: rule.of_shop.cap === null ? t('skus.rule.noLimit') : count(rule.of_shop.cap),
    share: percent(rule.of_shop.share),
  }
  return (
    <SettingForm
      isNew
      isChanged={isChanged && !save.isPending}
      isSaving={save.isPending}
      save={t('action.save')}
      leaveText={t('skus.leaveText')}
      error={save.error}
      onSave={() => {
        const numbers = fields.map((field) => [field, numberIn(valueOf(field))] as const)
        const body = Object.fromEntries(numbers) as Record<Field, number | null>
        save.mutate({ ...body, updated_at: version })
      }}
      onCancel={onClose}
    >
      <p className={styles['muted']}>{t('skus.rule.help')}</p>
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(`shopSettings.${field}`)}
          optional
          unit={field === 'share' ? '%' : t('shopSettings.pieces')}
          help={t('skus.rule.ofShop', { value: ofShop[field] })}
          value={valueOf(field)}
          maxLength={field === 'share' ? 3 : 6}
          inputMode="numeric"
          autoComplete="off"
          error={invalid[field]}
          onChange={(event) => setDraft({ ...draft, [field]: event.currentTarget.value })}
        />
      ))}
    </SettingForm>
  )
}

/** A text that is no number is sent as one that the server refuses, so that the field says so. */
function numberIn(text: string): number | null {
  return text.trim() === '' ? null : (amountIn(text) ?? -1)
}

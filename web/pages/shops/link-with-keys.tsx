import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { isCrmPlatform, type Shop, shopsKey } from '../../parts/queries/shop-queries.ts'
import { paths } from '../../paths.ts'
import { withTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './link-with-keys.module.css'
import { showToast } from '../../ui/toast.ts'
import { later } from '../../later.tsx'

const load = withTexts(() => import('./customers-to-send.tsx'), 'beforeSending')
const CustomersToSend = later(async () => ({ default: (await load()).CustomersToSend }))

type Props = {
  platform: { id: number; name: string; type: string; linked_by: string }
  /** The shop whose keys are no longer accepted. */
  again?: Shop
  onBack: () => void
  onDone: () => void
}

/** For channels without a consent page: the keys are tried before anything is saved. */
export function LinkWithKeys({ platform, again, onBack, onDone }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  // A till stands in a place, of which one site may have several.
  const isTill = platform.type === 'pos'
  const hasSecret = platform.linked_by === 'keys'
  const isCrm = isCrmPlatform(platform)
  const addressHelp = isTill
    ? 'channels.keysAddressHelpTill'
    : isCrm
      ? 'channels.keysAddressHelpCrm'
      : hasSecret
        ? 'channels.keysAddressHelp'
        : 'channels.keysAddressHelpAdmin'
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus(), [])
  const [lacksChoice, setLacksChoice] = useState(false)
  const link = useMutation({
    mutationFn: (given: FormData) => {
      const text = (name: string) => {
        const value = given.get(name)
        return typeof value === 'string' ? value.trim() : ''
      }
      const place = text('location_id')
      const customers = text('customers_to_send')
      return api('POST /shops', {
        body: {
          platform_id: platform.id,
          name: text('name'),
          platform_url: text('platform_url'),
          api_key: text('api_key'),
          ...(hasSecret ? { api_secret: text('api_secret') } : {}),
          ...(place === '' ? {} : { location_id: place }),
          ...(customers === 'all' || customers === 'new' ? { customers_to_send: customers } : {}),
        },
      })
    },
    onSuccess: async ({ data }) => {
      showToast({ tone: 'success', message: t('channels.linked', { shop: data.system_name }) })
      onDone()
      await queries.invalidateQueries({ queryKey: shopsKey })
      await navigate({ to: paths.channel(data.id) })
    },
  })
  const invalid = link.error instanceof ApiError ? link.error.fields : {}
  const general = link.error && Object.keys(invalid).length === 0 ? errorMessage(link.error) : null

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const isOpen = isCrm && !again && !given.has('customers_to_send')
    setLacksChoice(isOpen)
    if (!isOpen) link.mutate(given)
  }

  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      <p className={styles['text']}>
        {again
          ? t(isCrm ? 'channels.keysAgainCrm' : 'channels.keysAgain', { shop: again.system_name })
          : t(isTill ? 'channels.keysTextTill' : isCrm ? 'channels.keysTextCrm' : 'channels.keysText', {
              platform: platform.name,
            })}
      </p>
      {again ? (
        <input type="hidden" name="name" value={again.name} />
      ) : (
        <TextField
          name="name"
          label={t(isCrm ? 'channels.keysNameCrm' : 'channels.keysName')}
          error={invalid['name']}
          maxLength={255}
        />
      )}
      <TextField
        name="platform_url"
        type="url"
        label={t(isCrm ? 'channels.keysAddressCrm' : 'channels.keysAddress')}
        placeholder={isCrm ? 'https://crm.example' : 'https://shop.example'}
        defaultValue={again?.platform_url ?? undefined}
        help={t(addressHelp)}
        error={invalid['platform_url']}
      />
      <TextField
        name="api_key"
        label={t(isCrm ? 'channels.keysCrmKey' : hasSecret ? 'channels.keysKey' : 'channels.keysOneKey')}
        help={t(
          isCrm ? 'channels.keysCrmKeyHelp' : hasSecret ? 'channels.keysKeyHelp' : 'channels.keysOneKeyHelp',
        )}
        error={invalid['api_key']}
        autoComplete="off"
      />
      {hasSecret && (
        <TextField
          name="api_secret"
          type="password"
          label={t('channels.keysSecret')}
          error={invalid['api_secret']}
          autoComplete="off"
        />
      )}
      {isTill && (
        <TextField
          name="location_id"
          label={t('channels.keysPlace')}
          help={t(again?.location_id ? 'channels.keysPlaceAgain' : 'channels.keysPlaceHelp')}
          defaultValue={again?.location_id ?? undefined}
          readOnly={!!again?.location_id}
          error={invalid['location_id']}
          optional
          maxLength={255}
          autoComplete="off"
        />
      )}
      {isCrm && !again && (
        <Suspense>
          <CustomersToSend
            choices={['all', 'new', 'none']}
            isMissing={lacksChoice}
            onChoose={() => setLacksChoice(false)}
          />
        </Suspense>
      )}
      {general && (
        <p className={styles['error']} role="alert">
          {general}
        </p>
      )}
      <div className={styles['actions']}>
        <Button onClick={onBack}>{t(again ? 'action.cancel' : 'action.back')}</Button>
        <Button variant="primary" type="submit" busy={link.isPending}>
          {link.isPending ? t('channels.keysTrying') : t('channels.linkNow')}
        </Button>
      </div>
    </form>
  )
}

import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { DemoKeys } from '../../parts/demo-keys.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { isCrmPlatform } from '../../parts/queries/shop-queries.ts'
import { Skeleton } from '../../ui/states.tsx'
import styles from './link-shop.module.css'
import { LinkWithKeys } from './link-with-keys.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Goes to the channel's consent page, which comes back to this page. */
export function useConsent() {
  return useMutation({
    mutationFn: (platformId: number) =>
      api('GET /shops/authorization-url', { query: { platform_id: platformId } }),
    onSuccess: ({ data }) => location.assign(data.url),
  })
}

/** The channels that this installation can link, and how. */
export function usePlatforms(enabled: boolean) {
  return useQuery({
    queryKey: ['platforms'],
    queryFn: async ({ signal }) => (await api('GET /shops/platforms', { signal })).data,
    staleTime: Infinity,
    enabled,
  })
}

export type LinkablePlatform = NonNullable<ReturnType<typeof usePlatforms>['data']>[number]

/** Answers the title for linking: on a channel a shop is linked, with a CRM the CRM itself. */
export function linkTitle(t: TFunction, platform: Pick<LinkablePlatform, 'name' | 'type'>): string {
  return isCrmPlatform(platform) ? t('channels.linkCrm') : t('channels.linkOn', { platform: platform.name })
}

/** Dialog to choose the new shop's channel, grouped by what the owner has to do. */
export function LinkShop({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const consent = useConsent()
  const { data: platforms, error } = usePlatforms(opened)
  const [chosen, setChosen] = useState<LinkablePlatform>()
  const failure = error ?? consent.error
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  const groups = [
    {
      title: t('channels.linkByConsent'),
      help: t('channels.linkByConsentHelp'),
      platforms: platforms?.filter((platform) => platform.linked_by === 'consent'),
    },
    {
      title: t('channels.linkByKeys'),
      help: t('channels.linkByKeysHelp'),
      platforms: platforms?.filter((platform) => platform.linked_by !== 'consent'),
    },
  ]
  return (
    <Dialog opened={opened} onClose={close} title={chosen ? linkTitle(t, chosen) : t('channels.link')}>
      <DemoKeys />
      {chosen ? (
        <LinkWithKeys platform={chosen} onBack={() => setChosen(undefined)} onDone={close} />
      ) : (
        <>
          <p className={styles['text']}>{t('channels.linkText')}</p>
          {failure && (
            <p className={styles['error']} role="alert">
              {errorMessage(failure)}
            </p>
          )}
          {!platforms && !error && <Skeleton width="100%" height={36} />}
          {groups.map(
            ({ title, help, platforms: rows }) =>
              rows &&
              rows.length > 0 && (
                <section key={title} className={styles['group']}>
                  <h3>{title}</h3>
                  <p>{help}</p>
                  <ul>
                    {rows.map((platform) => (
                      <li key={platform.id}>
                        <PlatformRow
                          platform={platform}
                          isBusy={consent.isPending && consent.variables === platform.id}
                          onChoose={() =>
                            platform.linked_by === 'consent'
                              ? consent.mutate(platform.id)
                              : setChosen(platform)
                          }
                        />
                      </li>
                    ))}
                  </ul>
                </section>
              ),
          )}
        </>
      )}
    </Dialog>
  )
}

type RowProps = { platform: LinkablePlatform; isBusy: boolean; onChoose: () => void }

function PlatformRow({ platform, isBusy, onChoose }: RowProps) {
  const { t } = useTranslation()
  const hint = platform.is_configured ? platform.software : t('channels.notConfigured')
  return (
    <button
      type="button"
      className={styles['platform']}
      disabled={!platform.is_configured}
      aria-busy={isBusy || undefined}
      onClick={onChoose}
    >
      <span className="visually-hidden">{[linkTitle(t, platform), hint].filter(Boolean).join(', ')}</span>
      <ChannelMark platformId={platform.id} large />
      <span className={styles['name']} aria-hidden="true">
        {platform.name}
      </span>
      {hint && (
        <span className={styles['hint']} aria-hidden="true">
          {hint}
        </span>
      )}
      <ChevronRight size={18} aria-hidden="true" />
    </button>
  )
}

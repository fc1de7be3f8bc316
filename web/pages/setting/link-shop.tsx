import { Modal } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { useErrorWords } from '../../parts/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './link-shop.module.css'
import { LinkWithKeys } from './link-with-keys.tsx'

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

/** Which channel the new shop is on. */
export function LinkShop({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const consent = useConsent()
  const { data: platforms, error } = usePlatforms(opened)
  const [chosen, setChosen] = useState<{ id: number; name: string }>()
  const failure = error ?? consent.error
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={chosen ? t('channels.linkOn', { platform: chosen.name }) : t('channels.link')}
      centered
      zIndex={1200}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {chosen ? (
        <LinkWithKeys platform={chosen} onBack={() => setChosen(undefined)} onDone={close} />
      ) : (
        <>
          <p className={styles['text']}>{t('channels.linkText')}</p>
          {failure && (
            <p className={styles['error']} role="alert">
              {wordsOf(failure)}
            </p>
          )}
          <ul className={styles['platforms']}>
            {platforms?.map((platform) => (
              <li key={platform.id}>
                <ChannelMark platformId={platform.id} large />
                <span className={styles['name']}>
                  {platform.name}
                  <small>
                    {platform.is_configured
                      ? t(`channels.linkBy.${platform.linked_by}`)
                      : t('channels.notConfigured')}
                  </small>
                </span>
                <Button
                  look="primary"
                  disabled={!platform.is_configured}
                  busy={consent.isPending && consent.variables === platform.id}
                  aria-label={t('channels.linkOn', { platform: platform.name })}
                  onClick={() =>
                    platform.linked_by === 'keys' ? setChosen(platform) : consent.mutate(platform.id)
                  }
                >
                  {t('channels.linkNow')}
                </Button>
              </li>
            ))}
            {!platforms && !error && (
              <li>
                <Skeleton width="100%" height={36} />
              </li>
            )}
          </ul>
        </>
      )}
    </Modal>
  )
}

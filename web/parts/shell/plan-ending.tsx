import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../session.ts'
import buttons from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { dayOf, shortDay } from '../dates.ts'
import { useClock } from '../when.tsx'
import styles from './popup.module.css'
import { Dialog } from '../../ui/dialog.tsx'

/** The plan ends within a week. Who signs in centrally renews it there; others are told whom to ask. */
export function PlanEnding({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const clock = useClock()
  const { data: me } = useSuspenseQuery(meQuery)
  const { expired_at: end, upgrade_url: upgradeUrl, support_email: support } = me.plan
  return (
    <Dialog opened onClose={onClose} title={t('planEnding.title')} size={400}>
      <p className={styles['text']}>
        {end
          ? t('planEnding.textOn', { day: shortDay(dayOf(new Date(end), clock.timeZone), clock) })
          : t('planEnding.text')}
      </p>
      {!me.is_owner_sso && support && (
        <p className={styles['text']}>
          <a href={`mailto:${support}`}>{t('planEnding.support', { email: support })}</a>
        </p>
      )}
      <div className={styles['actions']}>
        <Button onClick={onClose}>{t('planEnding.later')}</Button>
        {me.is_owner_sso && upgradeUrl && (
          <a className={`${buttons['button']} ${buttons['primary']}`} href={upgradeUrl}>
            {t('planEnding.upgrade')}
          </a>
        )}
      </div>
    </Dialog>
  )
}

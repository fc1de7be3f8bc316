import { useTranslation } from 'react-i18next'
import { sureConfidence } from '../../../../model/category-votes.ts'
import { useChannelNames } from '../../../parts/use-channel-names.ts'

const likelyConfidence = 50

/** Why something is suggested and how sure that is, in plain words. */
export function useReasons() {
  const { t } = useTranslation()
  const nameOf = useChannelNames()
  return {
    sureness: (confidence: number) =>
      confidence >= sureConfidence
        ? t('templates.sure.high')
        : t(confidence >= likelyConfidence ? 'templates.sure.middle' : 'templates.sure.low'),
    ofListings: (count: number, platformIds: number[]) =>
      t('templates.fromListings', { count, channels: platformIds.map(nameOf).join(', ') }),
    ofName: (platformId: number) => t('templates.fromSameName', { channel: nameOf(platformId) }),
    ofChoices: (count: number) => t('templates.chosenTimes', { count }),
  }
}

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useAfterPage } from '../../../parts/after-page.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count, percent } from '../../../parts/figures.ts'
import { EndlessCards } from '../../../parts/list/endless-cards.tsx'
import {
  type Suggestion,
  skusKey,
  suggestionCountQuery,
  suggestionsQuery,
} from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { ListingName } from '../detail/find-listing.tsx'
import { reopen, useLink } from '../../../parts/skus/use-link.tsx'
import { useUndoToast } from '../../../parts/skus/use-undo-toast.tsx'
import styles from './sku-list.module.css'

/** The queue of suggested links, and the button that opens it and says how many wait. */
export function useSuggestions(mayLink: boolean) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { data: waiting = 0 } = useQuery({ ...suggestionCountQuery, enabled: useAfterPage() && mayLink })
  return {
    button: waiting > 0 && (
      <Button onClick={() => setOpen(true)}>{t('skus.suggestions', { figure: count(waiting) })}</Button>
    ),
    open: waiting > 0 ? () => setOpen(true) : undefined,
    dialog: isOpen && <SuggestionsDialog onClose={() => setOpen(false)} />,
  }
}

function SuggestionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(suggestionsQuery)
  return (
    <Dialog opened size={640} title={t('skus.suggestionsTitle')} onClose={onClose}>
      <EndlessCards
        pages={pages}
        labels={{
          failed: t('skus.failed'),
          none: t('skus.noSuggestions'),
          noneText: t('skus.noSuggestionsText'),
          more: t('skus.moreSuggestions'),
        }}
        help="stock-in-step"
        keyOf={({ id }) => id}
      >
        {(one) => <SuggestionCard suggestion={one} />}
      </EndlessCards>
    </Dialog>
  )
}

function SuggestionCard({
  suggestion: { id, listing, sku, reason, confidence },
}: {
  suggestion: Suggestion
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { tellLinked } = useLink()
  const tell = useUndoToast()
  const card = useRef<HTMLDivElement>(null)
  const onError = (error: unknown) => {
    showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) })
    // Somebody else may have decided it.
    return queries.invalidateQueries({ queryKey: skusKey })
  }
  const accept = useMutation({
    mutationFn: () => api('POST /sku-suggestions/{id}/accept', { params: { id } }),
    onSuccess: ({ meta: { moved } }) => {
      focusNext(card.current, 'accept')
      return tellLinked({ skuId: sku.id, name: sku.name, listing, moved, suggestionId: id })
    },
    onError,
  })
  const undismiss = useMutation({
    mutationFn: () => reopen(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: skusKey }),
    onError,
  })
  const dismiss = useMutation({
    mutationFn: () => api('POST /sku-suggestions/{id}/dismiss', { params: { id } }),
    onSuccess: ({ message }) => {
      focusNext(card.current, 'dismiss')
      return tell(message, () => undismiss.mutate())
    },
    onError,
  })
  return (
    <div ref={card} className={styles['suggestion']}>
      <ListingName listing={listing}>{listing.seller_sku}</ListingName>
      <p>
        {t('skus.suggestedSku', { name: sku.name, code: sku.prime_sku })}
        <small>
          {t(`skus.reason.${reason}`)} · {t('skus.confidence', { percent: percent(confidence) })}
        </small>
      </p>
      <div className={styles['decide']}>
        <Button
          size="small"
          data-decision="dismiss"
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {t('skus.dismiss')}
        </Button>
        <Button
          variant="primary"
          size="small"
          data-decision="accept"
          busy={accept.isPending}
          onClick={() => accept.mutate()}
        >
          {t('skus.linkShort')}
        </Button>
      </div>
    </div>
  )
}

/** The keyboard goes on with the same button of the next card, before the decided one leaves. */
function focusNext(card: HTMLElement | null, decision: 'accept' | 'dismiss'): void {
  if (!card?.contains(document.activeElement)) return
  const item = card.closest('li')
  const next = item?.nextElementSibling ?? item?.previousElementSibling
  const button = next?.querySelector<HTMLElement>(`[data-decision=${decision}]`)
  ;(button ?? card.closest('[role=dialog]')?.querySelector('button'))?.focus()
}

import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { hideToast, showToast } from '../ui/toast.ts'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; download: string }

/** A file to save. It is asked for first, as a browser would show the page of an error in its place. */
export function DownloadLink({ href, download, children, onClick: onStart, ...link }: Props) {
  const { t } = useTranslation()

  async function start(): Promise<void> {
    const reply = await fetch(href, { method: 'HEAD' }).catch(() => undefined)
    if (reply?.ok) return save(href, download)
    const id = showToast({
      tone: 'error',
      message: (
        <>
          <span>{t('error.download')}</span>{' '}
          <Button
            size="small"
            onClick={() => {
              hideToast(id)
              void start()
            }}
          >
            {t('action.retry')}
          </Button>
        </>
      ),
    })
  }

  function onClick(event: MouseEvent<HTMLAnchorElement>): void {
    event.preventDefault()
    onStart?.(event)
    void start()
  }

  return (
    <a {...link} href={href} download={download} onClick={onClick}>
      {children}
    </a>
  )
}

function save(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

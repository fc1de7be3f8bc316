import Upload from 'lucide-react/icons/upload'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import styles from './waybill-form.module.css'

/** Base64 makes a third more of it, and the whole template has to stay under the server's limit. */
const mostBytes = 280_000

type Props = { logo: string | null; onChange: (logo: string | null) => void }

export function WaybillLogo({ logo, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [isUnfit, setUnfit] = useState(false)

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const [file] = input.files ?? []
    if (!file) return
    const fits = ['image/png', 'image/jpeg'].includes(file.type) && file.size <= mostBytes
    setUnfit(!fits)
    if (fits) onChange(await dataAddress(file))
    // The same file may be chosen once more after it was taken away.
    input.value = ''
  }

  return (
    <div className={styles['logo']}>
      <span id={`${id}-name`} className={styles['logoName']}>
        {t('waybill.logo')}
      </span>
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        onChange={(event) => void read(event)}
      />
      <Button
        id={`${id}-choose`}
        icon={<Upload size={15} aria-hidden="true" />}
        aria-labelledby={`${id}-name ${id}-choose`}
        aria-describedby={`${id}-help`}
        onClick={() => chooser.current?.click()}
      >
        {t(logo ? 'waybill.logoChange' : 'waybill.logoChoose')}
      </Button>
      <span id={`${id}-help`} className={styles['muted']}>
        {t('waybill.logoHelp')}
      </span>
      {isUnfit && (
        <span className={styles['error']} role="alert">
          {t('waybill.logoRule')}
        </span>
      )}
      {logo && (
        <Button size="small" onClick={() => onChange(null)}>
          {t('waybill.logoRemove')}
        </Button>
      )}
    </div>
  )
}

async function dataAddress(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCodePoint(byte)
  return `data:${file.type};base64,${btoa(binary)}`
}

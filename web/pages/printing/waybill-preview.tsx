import { useTranslation } from 'react-i18next'
import { sheetOf, type PrintTemplate } from '../../../model/printing.ts'
import { SimpleHtml } from '../../parts/simple-html-view.tsx'
import styles from './waybill-preview.module.css'

/** Preview with the parts of the printed waybill in their places; the bars are only drawn to look like some. */
export function WaybillPreview({ template, shop }: { template: PrintTemplate; shop: string }) {
  const { t } = useTranslation()
  const { show, logo, header, footer, paper_size: size } = template
  const { width, height } = sheetOf(template)
  const phone = show.masked_phone ? '+** **-*** **89' : '+60 12-345 6789'
  return (
    <section className={styles['place']} aria-label={t('waybill.preview')}>
      <h3 className={styles['heading']}>
        {t('waybill.preview')} · {size}
      </h3>
      <div className={styles['paper']} style={{ aspectRatio: `${width} / ${height}` }} data-size={size}>
        <div className={styles['row']}>
          <span className={styles['row']}>
            {show.logo && logo && <img src={logo} alt={t('waybill.logo')} className={styles['logo']} />}
            {show.shop_name && <span>{shop}</span>}
          </span>
          <span>J&amp;T Express</span>
        </div>
        {header && (
          <p className={styles['small']}>
            <SimpleHtml html={header} />
          </p>
        )}
        {show.barcode && <div className={styles['bars']} aria-hidden="true" />}
        <p className={styles['code']}>MYT00112233445</p>
        <div className={styles['receiver']}>
          <div>
            {show.receiver && (
              <>
                <p className={styles['name']}>{t('waybill.sample.name')}</p>
                <p>{phone}</p>
                <p>{t('waybill.sample.address')}</p>
              </>
            )}
          </div>
          {show.qr && <div className={styles['qr']} aria-hidden="true" />}
        </div>
        {show.sender && <p className={styles['small']}>{t('waybill.sample.sender', { shop })}</p>}
        {show.cod && <p className={styles['name']}>{t('waybill.sample.cod')}</p>}
        <div className={styles['foot']}>
          {show.items && (
            <p className={styles['row']}>
              <span>
                2 × {show.sku && '[LAN-1] '}
                {t('waybill.sample.item')}
              </span>
              {show.price && <span>25.00 MYR</span>}
            </p>
          )}
          {show.note && <p>{t('waybill.sample.note')}</p>}
          {footer && (
            <p>
              <SimpleHtml html={footer} />
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../../console-queries.ts'
import { api, ApiError } from '../../../api.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count, decimal } from '../../../parts/figures.ts'
import { none } from '../../../parts/list/cells.tsx'
import { useLive } from '../../../parts/live.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { Money, MoneyRange } from '../../../parts/money-amount.tsx'
import { NotFoundPage } from '../../../parts/not-found-page.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { type Template, templateKeys, templateQuery } from '../../../parts/queries/template-queries.ts'
import { DeleteButton } from '../../../parts/settings/delete-button.tsx'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import buttons from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import form from '../template-page.module.css'
import { TemplateStatusPill, UploadPill } from '../template-status.tsx'
import styles from './view.module.css'

/** A template to read: what it says, and how each shop has it. */
export function TemplatePage() {
  const { t } = useTranslation()
  const { templateId = '' }: { templateId?: string } = useParams({ strict: false })
  const queries = useQueryClient()
  const { data: template, error, refetch } = useQuery(templateQuery(Number(templateId)))
  usePageTitle(template?.name || t('area.templates'))
  useLive(
    'template.upload',
    () => void queries.invalidateQueries({ queryKey: templateKeys.details }, afterReading),
  )
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  return (
    <main className={form['page']}>
      <nav className={form['crumbs']} aria-label={t('skus.path')}>
        <Link to={paths.templates()}>{t('area.templates')}</Link>
        {template && (
          <>
            <span aria-hidden="true">›</span>
            <code>{template.product_sku}</code>
          </>
        )}
      </nav>
      {template ? (
        <Loaded key={template.id} template={template} />
      ) : error ? (
        <LoadError title={t('templates.failed')} error={error} onRetry={refetch} />
      ) : (
        <Skeleton width="50%" height={44} />
      )}
    </main>
  )
}

function Loaded({ template }: { template: Template }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const currency = me.shop_owner?.data.currency ?? ''
  const { images, price, uploads } = template
  const sizes = [
    template.package_weight !== null && `${decimal(template.package_weight)} kg`,
    template.package_length !== null &&
      template.package_width !== null &&
      template.package_height !== null &&
      `${[template.package_length, template.package_width, template.package_height].map((side) => decimal(side)).join(' × ')} cm`,
  ].filter(Boolean)
  return (
    <>
      <Head template={template} />
      <div className={styles['columns']}>
        <div className={styles['side']}>
          {images.length > 0 && (
            <Card title={t('templates.photos')}>
              <div className={styles['photos']}>
                {images.map(({ image_url: url }, at) => (
                  <img key={url} src={url} alt={t('templates.photoNumber', { at: at + 1 })} loading="lazy" />
                ))}
              </div>
            </Card>
          )}
          <Card title={t('templates.field.long_description')}>
            {template.short_description && <p>{template.short_description}</p>}
            <p className={styles['text']}>{template.long_description_content || none}</p>
          </Card>
          <Card title={t('templates.variants')}>
            <VariantList template={template} currency={currency} />
          </Card>
        </div>
        <div className={styles['side']}>
          <Card title={t('templates.shops')}>
            <ul className={styles['shops']}>
              {uploads.map((upload) => (
                <li key={upload.id}>
                  <ChannelMark platformId={upload.platform_id} />
                  <span className={styles['lines']}>
                    {upload.product_id === null ? (
                      <span>{upload.shop_name}</span>
                    ) : (
                      <Link to={paths.product(upload.product_id)}>{upload.shop_name}</Link>
                    )}
                    {upload.error && <small data-failing="">{upload.error}</small>}
                  </span>
                  <UploadPill status={upload.upload_status.code} />
                </li>
              ))}
            </ul>
          </Card>
          <Card title={t('templates.facts')}>
            <dl className={styles['facts']}>
              <dt>{t('products.price')}</dt>
              <dd>{price ? <MoneyRange {...price} currency={currency} /> : none}</dd>
              <dt>{t('products.stock')}</dt>
              <dd>{count(template.stock_total)}</dd>
              <dt>{t('templates.package')}</dt>
              <dd>{sizes.length > 0 ? sizes.join(' · ') : none}</dd>
              <dt>{t('templates.changedBy')}</dt>
              <dd>
                {template.user.data.name}, <When at={template.updated_at} />
              </dd>
            </dl>
          </Card>
        </div>
      </div>
    </>
  )
}

function Head({ template }: { template: Template }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { id, status } = template
  const name = template.name || t('templates.unnamed')
  const mode = status.code === 'draft' ? 'create' : 'edit'
  const mayEdit = allows(me, 'products.edit')
  const copy = useMutation({
    mutationFn: () => api('POST /product-template', { once: true, body: { copy: { template_id: id } } }),
    onSuccess: async ({ data }) => {
      void queries.invalidateQueries({ queryKey: templateKeys.lists })
      await navigate({ to: paths.templateForm(data.id, 'create') })
    },
    onError: (error) => showToast({ tone: 'error', message: errorMessage(error) }),
  })
  return (
    <header className={form['head']}>
      <Picture source={template.image} seed={template.product_sku} size={44} />
      <div className={form['title']}>
        <h1>{name}</h1>
        <TemplateStatusPill status={status.code} />
      </div>
      <div className={form['actions']}>
        {allows(me, 'products.delete') && (
          <DeleteButton
            label={t('templates.delete')}
            title={t('templates.deleteTitle', { name })}
            text={t('templates.deleteText')}
            list={paths.templates()}
            listKey={templateKeys.lists}
            remove={async () => {
              await api('DELETE /product-template/{id}', { params: { id } })
              return t('templates.deletedMany', { count: 1, figure: count(1) })
            }}
          />
        )}
        {mayEdit && (
          <>
            <Button busy={copy.isPending} onClick={() => copy.mutate()}>
              {t('templates.copy')}
            </Button>
            <Link className={buttons['button']} to={paths.templateForm(id, mode)}>
              {t('templates.edit')}
            </Link>
            <Link
              className={`${buttons['button']} ${buttons['primary']}`}
              to={paths.templateCheckout(id, mode)}
            >
              {t('templates.step.checkout')}
            </Link>
          </>
        )}
      </div>
    </header>
  )
}

function VariantList({ template: { skus }, currency }: { template: Template; currency: string }) {
  const { t } = useTranslation()
  const money = (value: number | null) =>
    value === null ? none : <Money value={value} currency={currency} />
  return (
    <section className={styles['scroller']} tabIndex={0} aria-label={t('templates.variantTable')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('templates.variant')}</th>
            <th scope="col">{t('templates.field.seller_sku')}</th>
            <th scope="col">{t('templates.field.price')}</th>
            <th scope="col">{t('templates.field.special_price')}</th>
            <th scope="col">{t('templates.field.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {skus.map((sku) => (
            <tr key={sku.variants.join(' ')}>
              <th scope="row">{sku.variants.join(' · ') || t('templates.oneVariant')}</th>
              <td>
                <code>{sku.seller_sku || sku.primaryUnitName}</code>
              </td>
              <td>{money(sku.price)}</td>
              <td>{money(sku.special_price)}</td>
              <td>{sku.quantity === null ? none : count(sku.quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

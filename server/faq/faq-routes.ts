import type { Serve } from '../http/serve-endpoint.ts'
import { faqIn, faqUpdatedAt } from './faq-texts.ts'
import { searchFaq } from './search-faq.ts'

export function faqRoutes(serve: Serve): void {
  serve('GET /faq', async ({ query, language }) => ({
    data: faqIn(language)
      .filter(({ category }) => query.category_id === undefined || category.id === query.category_id)
      .map((entry) => ({ ...entry, updated_at: faqUpdatedAt })),
  }))

  serve('GET /faq/search', async ({ query, language }) => ({
    data: searchFaq(faqIn(language), query.keyword).map((entry) => ({ ...entry, updated_at: faqUpdatedAt })),
  }))
}

import { Link } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { faqTags } from '../../../model/faq.ts'
import styles from './faq.module.css'

/** An answer's HTML as elements of ours. Of a tag that is not on the list only the text is shown. */
export function AnswerHtml({ html, inline = false }: { html: string; inline?: boolean }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (inline) return <span>{elementsOf(body)}</span>
  return <div className={styles['answer']}>{elementsOf(body)}</div>
}

function elementsOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, key) => {
    if (!(node instanceof Element)) return node.textContent
    const tag = faqTags.find((one) => one === node.localName)
    const inside = elementsOf(node)
    if (tag === 'a') {
      const to = node.getAttribute('href') ?? ''
      return (
        <Link key={key} to={/^\/(?!\/)/.test(to) ? to : '/'}>
          {inside}
        </Link>
      )
    }
    return tag ? createElement(tag, { key }, ...inside) : inside
  })
}

import type { IDataObject } from 'n8n-workflow';

import { rulesFor } from '../providers';
import type { Provider, TextForm } from '../providers/types';
import type { Document } from './document';
import { countCharacters } from './length';
import { hasEntity, hasTelegramEntity, renderDocument, renderLines } from './render';
import { plainLines, toDocument, withoutBlank, type WrittenText } from './written';

export interface TextRules {
	form: TextForm;
	/** Counts characters like the service. */
	count: (content: string) => number;
	/** Max characters; two if only some accounts have the higher limit, the lower one first. */
	limits: number[];
}

/** What the text of a post with these settings must fit. */
export function textRulesFor(provider: Provider | undefined, settings: IDataObject): TextRules {
	const { text: form, maxLength, minMaxLength } = rulesFor(provider, settings);
	return {
		form,
		count: (content) => countCharacters(content, provider?.count),
		limits: [minMaxLength, maxLength].filter((limit) => limit !== undefined),
	};
}

/** Converts a text into the format that arrives unchanged on a network (docs/api.md, Content). */
export function toContent(text: WrittenText, rules: TextRules): string {
	if (text.format === 'asIs') {
		if (text.texts.length === 1) return text.texts[0]!;
		const texts = withoutBlank(text);
		const hasParagraphs = texts.some((one) => one.includes('<p>'));
		return texts.join(hasParagraphs ? '<p></p>' : '\n\n');
	}
	// Line breaks stay as they are.
	return writeDocument(toDocument(text, rules.form), rules, plainLines(text, rules.form));
}

/** Writes a document for a network: without tags if `lines` arrive unchanged (docs/api.md, Safe forms). */
export function writeDocument(
	document: Document,
	{ form, count, limits }: TextRules,
	lines = renderLines(document, form),
): string {
	if (lines?.trim() === '') return '';
	const wrapped = () => renderDocument(document, form);
	if (lines === undefined) return wrapped();
	const isResolved = (form === 'telegram' ? hasTelegramEntity : hasEntity)(lines);
	// Articles and mails require paragraphs, and outside of them, `<` starts a tag.
	const needsParagraph =
		form === 'html' || lines.includes('<') || (form === 'telegram' && isResolved);
	if (needsParagraph) return wrapped();
	const isHarmedByParagraph = isResolved || /^[\r\n]|\u00a0/.test(lines);
	// These characters count more outside of a paragraph.
	if (!isHarmedByParagraph) return /[&>]/.test(lines) ? wrapped() : lines;
	const forms = [lines, wrapped()];
	const fitting = limits.flatMap((limit) => forms.filter((content) => count(content) <= limit));
	return fitting[0] ?? lines;
}

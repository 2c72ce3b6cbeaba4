import type { IDataObject } from 'n8n-workflow';

import { toPlannedPost, type WholePost } from '../../calendar/row';
import { withTitle } from './settings';
import type { Kept, PlannedPart, PlannedPost } from '../types';

/** What an existing post keeps when it is changed. */
interface KeptOfPost {
	/** A title that was the first line of the text isn't kept, as it is derived from the new text. */
	settings: IDataObject;
	/** Adds what the parts keep. */
	complete: (parts: PlannedPart[]) => PlannedPart[];
}

/** What a post keeps where the form says nothing: its settings, and `keeps`. */
export function keptOf(whole: WholePost, keeps: Kept[] = []): KeptOfPost {
	const before = toPlannedPost(whole);
	const [first, ...later] = before.parts;
	return {
		settings: withoutTitlesOfText(before),
		complete: ([head, ...thread]) => {
			const files = keeps.includes('media') ? first?.files : head?.files;
			return [
				{ ...head, content: head?.content ?? '', files: files ?? [] },
				...(keeps.includes('thread') ? later : thread),
			];
		},
	};
}

function withoutTitlesOfText({ settings, target: { provider }, parts }: PlannedPost): IDataObject {
	const titles = (provider?.fields ?? [])
		.filter(({ fromText }) => fromText)
		.map(({ name }) => name);
	const others = Object.entries(settings).filter(([name]) => !titles.includes(name));
	const fromText = withTitle(Object.fromEntries(others) as IDataObject, provider, parts);
	const isOwn = ([name, value]: [string, unknown]) =>
		!titles.includes(name) || value !== fromText[name];
	return Object.fromEntries(Object.entries(settings).filter(isOwn)) as IDataObject;
}

import type { IDataObject } from 'n8n-workflow';

import { toPlannedPost, type WholePost } from '../../calendar/row';
import { withTitle } from './settings';
import type { Kept, PlannedPart, PlannedPost } from '../types';

/** What a post keeps that is to become another one. */
interface KeptOfPost {
	/** Those that nobody enters anew; a title that was the first line of its text comes from the new text. */
	settings: IDataObject;
	/** The parts, with what they take over from the post. */
	complete: (parts: PlannedPart[]) => PlannedPart[];
}

/** What a post keeps of itself where a form says nothing: its settings, and `keeps`. */
export function keptOf(whole: WholePost, keeps: Kept[] = []): KeptOfPost {
	const before = toPlannedPost(whole);
	const [first, ...later] = before.parts;
	return {
		settings: withoutTitlesOfText(before),
		complete: ([head, ...thread]) => {
			const files = keeps.includes('media') ? first?.files : head?.files;
			return [
				{ content: '', ...head, files: files ?? [] },
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

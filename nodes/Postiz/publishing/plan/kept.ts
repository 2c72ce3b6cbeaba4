import type { IDataObject } from 'n8n-workflow';

import type { Provider } from '../../providers/types';
import { sameParts } from '../../values/postKey';
import type { Kept, PlannedPart, PlannedPost } from '../types';
import { withTitle } from './settings';

/**
 * A post with what the existing one keeps: what the form leaves out (`keeps`), and what it says as before, by the parts
 * of the key: somebody may have corrected that in the calendar.
 */
export function keep(planned: PlannedPost, before: PlannedPost, keeps: Kept[] = []): PlannedPost {
	const same = sameParts(before.key, planned.key);
	const [first, ...later] = planned.parts;
	const [, ...laterBefore] = before.parts;
	const own = [...(first ? [first] : []), ...(keeps.includes('thread') ? laterBefore : later)];
	const parts = (same.has('text') ? before.parts : own).map((part, index): PlannedPart => {
		const there = before.parts[index];
		const keepsFiles = same.has('files') || (index === 0 && keeps.includes('media'));
		const delay = (same.has('rest') ? there : own[index])?.delay;
		return {
			...part,
			files: (keepsFiles ? there : own[index])?.files ?? [],
			...(delay !== undefined && { delay }),
		};
	});
	if (!same.has('rest')) return { ...planned, parts };
	// A title that was the first line of the text follows the new one.
	const titles = only(planned.settings, titlesOf(planned.target.provider));
	const settings = same.has('text') ? before.settings : { ...titles, ...keptSettings(before) };
	return { ...planned, parts, settings, settingFiles: {} };
}

/** The settings of an existing post, without titles that were the first line of its text. */
export function keptSettings({ settings, target: { provider }, parts }: PlannedPost): IDataObject {
	const titles = titlesOf(provider);
	const others = Object.keys(settings).filter((name) => !titles.includes(name));
	const fromText = withTitle(only(settings, others), provider, parts);
	return only(settings, [
		...others,
		...titles.filter((name) => name in settings && settings[name] !== fromText[name]),
	]);
}

const titlesOf = (provider: Provider | undefined) =>
	(provider?.fields ?? []).filter(({ fromText }) => fromText).map(({ name }) => name);

const only = (settings: IDataObject, names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));

import { describeChannel, labelOf } from '../../../channels/match';
import type { Resolved } from '../../../publishing/resolve';
import type { Run } from '../../../publishing/run';
import type { Step, Wanted } from '../../../publishing/shapes';
import { markupIn } from '../../../text/written';
import { listNames } from '../../../values/lists';
import { quote } from '../../../values/problem';
import { count, wasOrWere } from '../../../values/words';
import { addHint } from '../../shared/operation';
import type { RunOptions } from './readForm';

/** What a run knows of its items before anything is sent. */
export interface Seen extends RunOptions {
	/** The indexes of rows in which nothing stands. */
	blank: ReadonlySet<number>;
	resolved: Resolved[];
	/** Items failed before they were resolved. */
	isPartial: boolean;
	steps: Step[];
}

/** Adds hints about blank rows, channels without a post, and unused Network Settings. */
export function addItemHints({ context }: Run, { blank, resolved, isPartial }: Seen): void {
	const add = (found: string[], describe: (list: string[]) => string, forModel?: '') => {
		const unique = [...new Set(found)];
		if (unique.length > 0) addHint(context, describe(unique), forModel);
	};
	const { size } = blank;
	if (size > 0) addHint(context, `${count(size, 'blank row')} ${wasOrWere(size)} left out.`);
	add(
		resolved.flatMap(({ disabled }) => disabled.map(describeChannel)),
		(list) =>
			`These channels of the chosen groups were left out, as they are disabled in Postiz: ${list.join(', ')}.`,
	);
	// An item that failed may need them.
	const [first = [], ...others] = isPartial
		? []
		: resolved.map(({ unusedNetworks }) => unusedNetworks);
	const wanted = resolved.flatMap((one) => one.wanted);
	add(
		first.filter((network) => others.every((unused) => unused.includes(network))),
		(list) => `Network Settings for ${list.join(', ')} were not used: ${chosenChannels(wanted)}.`,
		'',
	);
	const [unread] = wanted.flatMap(unreadMarkup);
	if (!unread) return;
	const { found, format } = unread;
	addHint(
		context,
		`${quote(found)} is published as it is written. If the text is ${format}, set the option Text Format to ${format}.`,
		'',
	);
}

/** The chosen channels, as the end of a sentence. */
function chosenChannels(wanted: Wanted[]): string {
	const [only = '', ...others] = new Set(wanted.map(({ target }) => labelOf(target)));
	return others.length === 0
		? `the chosen channel is ${only}`
		: `the chosen channels are ${listNames([only, ...others], 120)}`;
}

/** Finds Markdown or HTML in plain text, unless the network renders it. */
function unreadMarkup({ target, parts }: Wanted) {
	const texts = parts.flatMap(({ written }) =>
		written?.format === 'automatic' ? written.texts : [],
	);
	return texts
		.flatMap((text) => markupIn(text) ?? [])
		.filter(({ format }) => format === 'HTML' || target.provider?.text !== 'markdown');
}

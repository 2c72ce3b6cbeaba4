import { channelLabel } from '../../../../channels/match';
import { providerName } from '../../../../providers';
import { localTime } from '../../../../values/date';
import { capitalized } from '../../../../values/words';
import type { Pictures } from './pictures';
import { showLength, showWhen, type PreviewPart, type PreviewPost, type Status } from './post';
import { markup, showText, type Html } from './text';

/** Dark enough for white letters. */
const COLOURS: Record<string, string> = {
	bluesky: '#0a63c7',
	discord: '#4752c4',
	facebook: '#0b5fcc',
	instagram: '#b32d74',
	linkedin: '#0a66c2',
	mastodon: '#563acc',
	medium: '#191919',
	pinterest: '#bd081c',
	reddit: '#b83a0a',
	slack: '#4a154b',
	telegram: '#1b6fa8',
	threads: '#101010',
	tiktok: '#121212',
	x: '#0f1419',
	youtube: '#c4161c',
};

/** The first letter of a network in its colour. Its name stands beside it. */
export function badge(identifier = ''): Html {
	const [family = ''] = identifier.split('-');
	const colour = COLOURS[family] ?? '#475569';
	const [letter = '?'] = providerName(identifier);
	return markup`<span class="badge" style="background:${colour}" aria-hidden="true">${letter}</span>`;
}

export const classOf = (status: Status) => `is-${status.replace(' ', '-')}`;

/** A status as a mark; with an amount, such as `4 to fix`. */
export const pill = (status: Status, amount?: number): Html =>
	markup`<span class="pill ${classOf(status)}">${
		amount === undefined ? capitalized(status) : `${amount.toLocaleString('en-US')} ${status}`
	}</span>`;

/** Such as `Row 7, X: Acme Coffee`. */
export function describePlace({ row, target }: PreviewPost): string {
	const channel = target && channelLabel(target);
	return [row !== undefined && `Row ${row}`, channel].filter(Boolean).join(', ') || 'A row';
}

/** What a card needs to know about its page. */
interface CardPlace {
	pictures: Pictures;
	/** An IANA name. */
	timezone: string;
	isForClient: boolean;
}

/** A post as its network shows it, with what is wrong, and the number by which people name it. */
export function card(post: PreviewPost, { pictures, timezone, isForClient }: CardPlace): Html {
	const { number, target, named, row, status, problems, notes, settings } = post;
	const isTitle = ([label]: [string, unknown]) => /^(video |post )?title$/i.test(label);
	const about = [
		target && providerName(target.identifier),
		row !== undefined && !isForClient && `row ${row}`,
	];
	return markup`<li><article class="card ${classOf(status)}">
<header>${target && badge(target.identifier)}<div>
<h4><a id="post-${number}" name="post-${number}"><span class="number">${number}</span> ${target?.name ?? named ?? 'No channel yet'}</a></h4>
<p class="about">${about.filter(Boolean).join(' · ')}${describeTime(post, timezone)}</p>
</div>${!isForClient && pill(status)}</header>
${lines(problems, 'problems')}
${settings.filter(isTitle).map(([, title]) => markup`<p class="title">${title}</p>`)}
${parts(post, pictures, isForClient)}
${details(post, isTitle, pictures, isForClient)}
${!isForClient && lines(notes, 'notes')}
</article></li>
`;
}

function describeTime({ when, repeats }: PreviewPost, timezone: string) {
	if (!when) return undefined;
	const { type, date } = when;
	const at = date === undefined ? undefined : localTime(date, timezone);
	return markup`<br />${
		at
			? markup`<time datetime="${at.toISO() ?? ''}">${at.toFormat('ccc d LLL, HH:mm')}</time>${type === 'draft' && ', draft'}`
			: showWhen(when, timezone)
	}${repeats !== undefined && `, every ${repeats} days`}`;
}

const lines = (texts: string[], name: string) =>
	texts.length > 0 &&
	markup`<ul class="${name}">${texts.map((text) => markup`<li>${text}</li>`)}</ul>`;

function parts({ parts: all, count }: PreviewPost, pictures: Pictures, isForClient: boolean) {
	return all.map((part, index) => {
		const { content, length, limit, delay, files } = part;
		const about = [
			all.length > 1 && `${index + 1} of ${all.length}`,
			delay > 0 && `${delay} minutes later`,
			!isForClient && describeLength(part),
		].filter(Boolean);
		return markup`<div class="part"><p class="text">${showText(content, { length, limit, count })}</p>
${files.length > 0 && markup`<div class="files${files.length > 1 && ' several'}">${files.map((file) => pictures.show(file))}</div>`}
<p class="length">${about.map((said, place) => [place > 0 && ' · ', said])}</p></div>`;
	});
}

function describeLength(part: PreviewPart) {
	const { length, limit = Infinity } = part;
	const said = `${showLength(part)} characters`;
	return length > limit
		? markup`<strong class="over">${said}: ${length - limit} too many</strong>`
		: said;
}

function details(
	{ settings, settingFiles, tags, changed = [] }: PreviewPost,
	isTitle: (setting: [string, unknown]) => boolean,
	pictures: Pictures,
	isForClient: boolean,
) {
	const internal: Array<[string, string]> = [
		['Changes', changed.join(', ')],
		['Tags', tags.join(', ')],
	];
	const all: Array<[string, string | Html]> = [
		...settings.filter((setting) => !isTitle(setting)),
		...settingFiles.map(([label, file]): [string, Html] => [label, pictures.show(file)]),
		...internal.filter(([, value]) => value !== '' && !isForClient),
	];
	return (
		all.length > 0 &&
		markup`<dl>${all.map(([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
	);
}

import { getNetworkName } from '../../networks';
import { toLocalTime } from '../../common/date';
import { capitalize } from '../../common/wording';
import type { Pictures } from './embeddedPictures';
import {
	showLength,
	showWhen,
	type PreviewPart,
	type PreviewPost,
	type Status,
} from './previewPost';
import { markup, showText, type Html } from './previewText';

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
	const [letter = '?'] = getNetworkName(identifier);
	return markup`<span class="badge" style="background:${colour}" aria-hidden="true">${letter}</span>`;
}

export const classOf = (status: Status) => `is-${status.replace(' ', '-')}`;

/** A status as a mark; with an amount, such as `4 to fix`. */
export const pill = (status: Status, amount?: number): Html =>
	markup`<span class="pill ${classOf(status)}">${
		amount === undefined ? capitalize(status) : `${amount.toLocaleString('en-US')} ${status}`
	}</span>`;

/** A post as its network shows it, with what is wrong, and the number by which people name it. */
export function card(
	post: PreviewPost,
	{
		pictures,
		timezone,
		isForClient,
	}: { pictures: Pictures; timezone: string; isForClient: boolean },
): Html {
	const { number, target, named, row, status, problems, notes, parts } = post;
	const about = [
		target && getNetworkName(target.identifier),
		row !== undefined && !isForClient && `row ${row}`,
	];
	const internal: Array<[string, string | Html]> = [
		['Changes', (post.changed ?? []).join(', ')],
		['Tags', post.tags.join(', ')],
	];
	const details = [
		...post.settings,
		...post.settingFiles.map(([label, file]): [string, Html] => [label, pictures.show(file)]),
		...internal.filter(([, value]) => value !== '' && !isForClient),
	];
	return markup`<li><article class="card ${classOf(status)}">
<header>${target && badge(target.identifier)}<div>
<h3><a id="post-${number}" name="post-${number}"><span class="number">${number}</span> ${target?.name ?? named ?? 'No channel yet'}</a></h3>
<p class="about">${about.filter(Boolean).join(' · ')}${post.when && markup`<br />${describeTime(post.when, timezone)}`}</p>
</div>${!isForClient && pill(status)}</header>
${lines(problems, 'problems')}
${parts.map((part, index) => showPart(part, parts.length > 1 && `${index + 1} of ${parts.length}`, pictures, isForClient))}
${details.length > 0 && markup`<dl>${details.map(([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
${!isForClient && lines(notes, 'notes')}
</article></li>
`;
}

const describeTime = (when: NonNullable<PreviewPost['when']>, timezone: string) =>
	when.date === undefined
		? showWhen(when, timezone)
		: `${toLocalTime(when.date, timezone).toFormat('ccc d LLL, HH:mm')}${when.type === 'draft' ? ', draft' : ''}`;

const lines = (texts: string[], name: string) =>
	texts.length > 0 &&
	markup`<ul class="${name}">${texts.map((text) => markup`<li>${text}</li>`)}</ul>`;

function showPart(
	part: PreviewPart,
	place: string | false,
	pictures: Pictures,
	isForClient: boolean,
): Html {
	const { content, length, limit = Infinity, delay, files } = part;
	const counted = `${showLength(part)} characters`;
	const tooLong = markup`<strong class="over">${counted}: ${length - limit} too many</strong>`;
	const about = [
		place,
		delay > 0 && `${delay} minutes later`,
		!isForClient && (length > limit ? tooLong : counted),
	].filter(Boolean);
	return markup`<div class="part"><p class="text">${showText(content)}</p>
${files.length > 0 && markup`<div class="files${files.length > 1 && ' several'}">${files.map((file) => pictures.show(file))}</div>`}
<p class="length">${about.map((said, index) => [index > 0 && ' · ', said])}</p></div>`;
}

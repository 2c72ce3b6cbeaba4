import { findProvider, providerName } from '../../nodes/Postiz/providers';
import { missingSettings } from '../settings';
import type { Note } from '../types';
import type { Media, Publication, Surroundings, Told } from './types';
import { isGiven } from './values';

const NEEDS_MEDIA = ['instagram', 'pinterest', 'tiktok', 'youtube'];

/** Says what of a call was lost, is different or has to be done. */
export function notePublication(post: Publication, around: Surroundings, note: Note): void {
	for (const [message, advice] of post.todos ?? []) note('todo', message, advice);
	for (const [message, advice] of [
		...missingIn(post),
		...coverFor(post, around),
		...pastDate(post),
	]) {
		note('todo', message, advice);
	}
	for (const [message, advice] of post.checks ?? []) note('check', message, advice);
	const files = [post, ...(post.thread ?? [])];
	for (const [message, advice] of [
		...pageLinks(files.flatMap(({ media }) => media)),
		...fallbackOf(around),
	]) {
		note('check', message, advice);
	}
	const { lost = [], others = [] } = post;
	if (lost.length > 0) {
		note(
			'check',
			`Left out, as Postiz has no field for it: ${lost.join(', ')}`,
			'If you need it, set it on the network once the post is out.',
		);
	}
	if (others.length > 0) {
		note(
			'check',
			`It has ${others.join(', ')}, which the converter does not know. This is left out`,
			'See whether the Postiz node has a field for it.',
		);
	}
}

/** A fixed date that is over: the node refuses it, where other services publish at once. */
function pastDate({ when }: Publication): Array<[string, string]> {
	const date = String(when?.date ?? '');
	if (date.startsWith('=') || !(Date.parse(date) < Date.now())) return [];
	return [
		[
			`Its date ${date} is in the past, and the node refuses such a date`,
			'Enter another one, or turn on the option Allow Past Dates: then it is published at once.',
		],
	];
}

function missingIn({ text, media, targets }: Publication): Array<[string, string]> {
	const hasMedia = media.length > 0;
	const isEmptyFor = targets.some((target) => !isGiven(text) && !isGiven(target.text));
	const found: Array<[string, string]> = [];
	if (!hasMedia && isEmptyFor) found.push(['It has no text', 'Enter what to post, under Text.']);
	for (const { network, settings = {} } of targets) {
		const name = providerName(network).replace(/ \(.*\)$/, '');
		if (!hasMedia && NEEDS_MEDIA.includes(network)) {
			found.push([`It has no picture or video, which ${name} needs`, 'Add one under Media.']);
		}
		const provider = findProvider(network);
		const given = Object.entries(settings).map(([key, value]) => ({
			key,
			value,
			isJson: false,
		}));
		const { empty = [], fromText = [] } = provider ? missingSettings(provider, given) : {};
		for (const { displayName } of isEmptyFor ? [...empty, ...fromText] : empty) {
			found.push([
				`It does not set ${displayName}, which ${name} needs`,
				`Add Network Settings for ${name}, and fill it in.`,
			]);
		}
	}
	return found;
}

/** Pinterest takes a video only with a picture for its cover (docs/api.md, Media rules). */
function coverFor(
	{ media, targets }: Publication,
	{ isVideo }: Surroundings,
): Array<[string, string]> {
	const isPin = targets.some(({ network }) => network === 'pinterest');
	const [only, ...more] = media;
	if (!isPin || !only || more.length > 0) return [];
	return isVideo(only)
		? [
				[
					'It pins a video, for which Postiz needs a cover picture',
					'Add the picture under Media, behind the video.',
				],
			]
		: [];
}

/** Addresses that show a page around a file, which some services see through. */
export const pageLinks = (media: Media[]): Told[] =>
	media.some(({ value }) => SHOWS_PAGE.test(String(value)))
		? [
				[
					'Its file is named by a link that shows a page, where the Postiz node needs the file itself',
					'Use a link that downloads the file, such as https://drive.google.com/uc?export=download&id=….',
				],
			]
		: [];

const SHOWS_PAGE = /drive\.google\.com\/(?:file|open)|\bwebViewLink\b|\bdropbox\.com\b(?!.*dl=1)/;

/** A post for when another one failed: with both in Postiz, most of what stops one stops the other. */
const fallbackOf = ({ fallbackFor }: Surroundings): Told[] =>
	fallbackFor === undefined
		? []
		: [
				[
					`It publishes when “${fallbackFor}” has failed, which now goes through Postiz, too`,
					'You may not need it any longer: the Postiz node tries again by itself where that is safe.',
				],
			];

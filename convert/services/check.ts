import { findProvider, providerName } from '../../nodes/Postiz/providers';
import { isExpression } from '../expressions';
import { missingSettings } from '../settings';
import type { Note, Told } from '../types';
import type { Media, Surroundings } from './around';
import type { Publication } from './types';
import { isGiven } from './values';

const NEEDS_MEDIA = ['instagram', 'pinterest', 'tiktok', 'youtube'];

/** Says what of a call was lost, is different or has to be done. */
export function notePublication(post: Publication, around: Surroundings, note: Note): void {
	const { targets, media, when, thread = [], lost = [], others = [] } = post;
	for (const told of post.todos ?? []) note('todo', ...told);
	noteMissing(post, note);
	// Pinterest takes a video only with a picture for its cover (docs/api.md, Media rules).
	const isPin = targets.some(({ network }) => network === 'pinterest');
	if (isPin && media.length === 1 && media.every((one) => around.isVideo(one))) {
		note(
			'todo',
			'It pins a video, for which Postiz needs a cover picture',
			'Add the picture under Media, behind the video.',
		);
	}
	// Other services publish at once what the node refuses.
	const date = String(when?.date ?? '');
	if (!isExpression(date) && Date.parse(date) < Date.now()) {
		note(
			'todo',
			`Its date ${date} is in the past, and the node refuses such a date`,
			'Enter another one, or turn on the option Allow Past Dates: then it is published at once.',
		);
	}
	for (const told of post.checks ?? []) note('check', ...told);
	for (const told of pageLinks([post, ...thread].flatMap((part) => part.media))) {
		note('check', ...told);
	}
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

function noteMissing({ text, media, targets }: Publication, note: Note): void {
	const hasMedia = media.length > 0;
	const isEmptyFor = targets.some((target) => !isGiven(text) && !isGiven(target.text));
	if (!hasMedia && isEmptyFor) note('todo', 'It has no text', 'Enter what to post, under Text.');
	for (const { network, settings = {} } of targets) {
		const name = providerName(network).replace(/ \(.*\)$/, '');
		if (!hasMedia && NEEDS_MEDIA.includes(network)) {
			note('todo', `It has no picture or video, which ${name} needs`, 'Add one under Media.');
		}
		const provider = findProvider(network);
		const given = Object.entries(settings).map(([key, value]) => ({ key, value, isJson: false }));
		const { empty = [], fromText = [] } = provider ? missingSettings(provider, given) : {};
		for (const { displayName } of isEmptyFor ? [...empty, ...fromText] : empty) {
			note(
				'todo',
				`It does not set ${displayName}, which ${name} needs`,
				`Add Network Settings for ${name}, and fill it in.`,
			);
		}
	}
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

/**
 * Random posts near the limits of texts and files of every network: in all formats, with threads and settings. Each
 * trial is one form with some items.
 */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findNetwork } from '../../../nodes/Postiz/networks';
import { isPrimary } from '../../../nodes/Postiz/networks/settingFields';
import { getTextRequirements } from '../../../nodes/Postiz/networks/textRequirements';
import type { Network, SettingField } from '../../../nodes/Postiz/networks/networkTypes';
import { toContent, type TextFormat } from '../../../nodes/Postiz/text/content';
import { countCharacters } from '../../../nodes/Postiz/text/characterCount';
import {
	createIdLocator,
	listEffectiveSettings,
	type Setting,
	type SettingGroup,
} from '../../networks/settingBuilders.cjs';
import { networks } from '../../networks/table.cjs';
import { getMaxLength, providers as known } from '../../service/providers.cjs';
import { DAY } from '../../shared/time.cjs';

/** A file of the service, or one at an address that nobody can open. */
export interface NamedFile {
	id: string;
	path: string;
	thumbnail?: string;
}

interface Part {
	text: string;
	media: NamedFile[];
}

/** What one item posts. */
export interface Row {
	date: string;
	format: TextFormat;
	post: Part;
	thread: Part[];
}

export interface Trial {
	identifier: string;
	/** Whether the account may write more. */
	verified: boolean;
	type: 'schedule' | 'draft';
	ifUnsupported: 'fail' | 'adapt';
	/** The fields of the entry of Channels, besides the network and the channel. */
	entry: INodeParameters;
	rows: Row[];
}

type Draw = fc.GeneratorValue;

const FORMATS: TextFormat[] = ['automatic', 'plain', 'markdown', 'html', 'asIs'];
const WEB = 'https://media.example/';
/** Posts of a trial. */
const ITEMS = 5;
const START = Date.parse('2099-01-01T09:00:00.000Z');
const createDate = (index: number) => new Date(START + index * DAY).toISOString();
/** A text of this length is only now and then worth the time that it takes. */
const LONG = 20_000;

const drawChance = (draw: Draw, percent: number) =>
	draw(fc.integer, { min: 1, max: 100 }) <= percent;
const pick = <T,>(draw: Draw, values: readonly T[]): T =>
	draw(fc.constantFrom as (...values: T[]) => fc.Arbitrary<T>, ...values);
const drawUpTo = (draw: Draw, max: number) => draw(fc.integer, { min: 0, max });

/** Trials for a network; `pictures` are files that the service can measure. */
export const generateTrials = (identifier: string, pictures: NamedFile[]): fc.Arbitrary<Trial> =>
	fc.gen().map((draw) => drawTrial(draw, identifier, pictures));

function drawTrial(draw: Draw, identifier: string, pictures: NamedFile[]): Trial {
	const verified = drawChance(draw, 40);
	const entry = drawEntry(draw, findNetwork(identifier)!);
	const settings = { ...entry, ...(entry.settings as IDataObject) };
	const max = getMaxLength(known[identifier], settings, verified);
	const parts = drawChance(draw, 60) ? 0 : 1 + drawUpTo(draw, 2);
	const drawPart = (format: TextFormat, isLater: boolean): Part => ({
		text: drawText(draw, { identifier, settings, format, max }),
		media: drawChance(draw, isLater ? 70 : 35) ? [] : drawFiles(draw, pictures, identifier),
	});
	return {
		identifier,
		verified,
		type: drawChance(draw, 12) ? 'draft' : 'schedule',
		ifUnsupported: drawChance(draw, 30) ? 'adapt' : 'fail',
		entry,
		rows: Array.from({ length: ITEMS }, (_, index) => {
			const format = pick(draw, FORMATS);
			return {
				date: createDate(index),
				format,
				post: drawPart(format, false),
				thread: Array.from({ length: parts }, () => drawPart(format, true)),
			};
		}),
	};
}

/** A trial of posts with these texts and nothing else. */
export const createTrial = (identifier: string, texts: string[]): Trial => ({
	identifier,
	verified: false,
	type: 'schedule',
	ifUnsupported: 'fail',
	entry: {},
	rows: texts.map((text, index) => ({
		date: createDate(index),
		format: 'plain',
		post: { text, media: [] },
		thread: [],
	})),
});

const PIECES = [
	'Tea and milk |é|漢字|😀|👩‍👩‍👧| |\n|\n\n|\u00a0|&| & |<| < |>|&amp;|&lt;|&copy|#launch |postiz.com ',
	'https://acme.example/menu?a=1&b=2 |<b>bold</b>|<p>line</p>|<br>|**bold** |# Head\n|- one\n|`code` |@acme ',
	'[link](https://acme.example) |<a href="https://acme.example">link</a>|<u>x</u>|1. ',
].flatMap((pieces) => pieces.split('|'));
const BLANK = ['', ' ', '\n', '<p></p>', '<p>&nbsp;</p>', '\u00a0', '&nbsp;'];

/** From the limit: most mistakes are mistakes by one. */
const DISTANCES = [-4, -3, -2, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2, 4];

interface TextWish {
	identifier: string;
	settings: IDataObject;
	format: TextFormat;
	max: number;
}

/** A text that is empty, short, or a few characters from the limit. */
function drawText(draw: Draw, { identifier, settings, format, max }: TextWish): string {
	if (drawChance(draw, 6)) return pick(draw, BLANK);
	const isNear = max <= LONG ? drawChance(draw, 60) : max <= 200_000 && drawChance(draw, 3);
	const targetLength = isNear ? max + pick(draw, DISTANCES) : 1 + drawUpTo(draw, 120);
	const count = isNear ? 1 + drawUpTo(draw, 12) : drawUpTo(draw, 6);
	const pieces = Array.from({ length: count }, () => pick(draw, PIECES));
	const text = pieces.join('');
	const network = findNetwork(identifier);
	const content = toContent(
		{ texts: [text], format },
		getTextRequirements(network, settings).markup,
	);
	// Only an attempt to come close: what counts is what the service says.
	const counted = countCharacters(content, network?.characterCount);
	const filler = 'x'.repeat(Math.max(0, targetLength - counted));
	return drawChance(draw, 50) ? `${text}${filler}` : `${filler}${text}`;
}

const ENDINGS = ['png', 'png', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'mp4', 'mp4'];
const COUNTS = [1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 10, 11, 30, 31, 35, 36];

function drawFiles(draw: Draw, pictures: NamedFile[], identifier: string): NamedFile[] {
	const isMeasured = ['dribbble', 'pinterest'].includes(identifier);
	const count = pick(draw, isMeasured ? COUNTS.slice(0, 10) : COUNTS);
	const isAlike = drawChance(draw, 60);
	const first = drawFile(draw, pictures, isMeasured);
	return Array.from({ length: count }, (_, index) =>
		index === 0 || isAlike ? first : drawFile(draw, pictures, isMeasured),
	);
}

function drawFile(draw: Draw, pictures: NamedFile[], isMeasured: boolean): NamedFile {
	if (isMeasured ? drawChance(draw, 75) : drawChance(draw, 5)) return pick(draw, pictures);
	const ending = pick(draw, ENDINGS);
	const id = `file-${ending}`;
	if (drawChance(draw, 3)) {
		return pick(draw, [
			{ id, path: `${WEB}cup.PNG` },
			{ id, path: `${WEB}cup.avif` },
			{ id, path: `${WEB}mp4/cup.png` },
			{ id, path: `${WEB}cup.png?small=.mp4` },
			{ id, path: `${WEB}cup.png?v=1` },
			{ id, path: `${WEB}pour.mp4`, thumbnail: 'http://localhost:4007/cover.png' },
		]);
	}
	const cover = ending === 'mp4' && drawChance(draw, 50) ? { thumbnail: `${WEB}cover.png` } : {};
	return { id, path: `${WEB}${ending}.${ending}`, ...cover };
}

/** An entry of Channels, with values of the table of networks. */
function drawEntry(draw: Draw, { identifier, fields }: Network): INodeParameters {
	// Without what the form requires, n8n itself does not run the node.
	const isRequired = (field: SettingField) =>
		field.required === true || (isPrimary(field) && field.requiredWhen !== undefined);
	const drawFields = (fields: SettingField[]) =>
		drawValues(draw, networks[identifier], fields, isRequired) as INodeParameters;
	// Postiz takes any ID for another channel, which only the node looks up.
	const settings = drawFields(
		fields.filter((field) => !isPrimary(field) && !field.channelNetworks),
	);
	return {
		...drawFields(fields.filter(isPrimary)),
		...(Object.keys(settings).length > 0 && { settings }),
	};
}

function drawValues(
	draw: Draw,
	settings: SettingGroup,
	fields: SettingField[],
	isRequired: (field: SettingField) => boolean,
): IDataObject {
	const declared = listEffectiveSettings(settings);
	const chosen = fields
		.filter(({ isFormOnly }) => !isFormOnly)
		.filter((field) => isRequired(field) || drawChance(draw, 40));
	return Object.fromEntries(
		chosen.map((field) => [field.name, drawValue(draw, field, declared[field.name])]),
	);
}

function drawValue(draw: Draw, field: SettingField, setting: Setting): IDataObject[string] {
	const { type, placeholder = 'e.g. tea', nested, typeOptions } = field;
	// By the ID of a row that the sandbox has.
	if (type === 'resourceLocator') return createIdLocator(placeholder.slice(5).split(' or ')[0]);
	if (!nested) return pick(draw, setting.entered)[0] as IDataObject[string];
	const groups = Array.from(
		{ length: typeOptions?.multipleValues ? 1 + drawUpTo(draw, 1) : 1 },
		() =>
			drawValues(draw, setting.inside!, nested.fields, ({ required, requiredWhen }) =>
				Boolean(required ?? requiredWhen),
			),
	);
	return { entry: typeOptions?.multipleValues ? groups : groups[0] };
}

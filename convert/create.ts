import { isPrimary } from '../nodes/Postiz/channels/settings';
import type { SettingField } from '../nodes/Postiz/providers/types';
import { isEmpty } from '../nodes/Postiz/values/read';
import type { Json } from './types';

/** A text with its media, as rows of the form. */
interface FormPart {
	text: unknown;
	files: Json[];
	/** Minutes after the part before. */
	delay?: unknown;
}

/** What Post > Create is told: one text and one list of media, with entries for networks that differ. */
export interface FormPost extends FormPart {
	/** The fields that say the channels. */
	channels: Json;
	network: Json[];
	/** The later parts of a thread. */
	thread: FormPart[];
}

/** The parameters of Post > Create, or of Create From JSON, of which `fields` are those for what is posted. */
export const createParameters = (
	operation: 'create' | 'createFromJson',
	{ type, date }: { type: unknown; date?: unknown },
	fields: Json,
	options: Json,
): Json => ({
	resource: 'post',
	operation,
	type,
	...(type !== 'now' && !isEmpty(date) && { date }),
	...fields,
	...(Object.keys(options).length > 0 && { options }),
});

/** The fields of the form for a post. */
export const formFields = ({ channels, text, files, network, thread }: FormPost): Json => ({
	...channels,
	...(!isEmpty(text) && { content: text }),
	...mediaOf(files),
	...(network.length > 0 && { networkSettings: { network } }),
	...(thread.length > 0 && { thread: { segment: thread.map(segmentOf) } }),
});

const segmentOf = ({ text, files, delay }: FormPart): Json => ({
	content: text,
	...(!isEmpty(delay) && { delay }),
	...mediaOf(files),
});

const mediaOf = (file: Json[]): Json => (file.length > 0 ? { media: { file } } : {});

/** The settings of an entry of Network Settings: some stand beside the channel, the others under Settings. */
export function placed(fields: SettingField[], values: Json): Json {
	const isBeside = ([key]: [string, unknown]) =>
		fields.some((field) => field.name === key && isPrimary(field));
	const entries = Object.entries(values);
	const others = entries.filter((entry) => !isBeside(entry));
	return {
		...Object.fromEntries(entries.filter(isBeside)),
		...(others.length > 0 && { settings: Object.fromEntries(others) }),
	};
}

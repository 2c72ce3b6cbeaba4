import type { Picker, SettingField } from './networkTypes';

/** The name of the method that fills a picker, such as `skoolGroups`. */
export const getPickerMethodName = (
	identifier: string,
	{ channelTool }: Pick<Picker, 'channelTool'>,
) =>
	`${identifier}-${channelTool}`.replace(/-(\w)/g, (_match, letter: string) =>
		letter.toUpperCase(),
	);

/** The pickers of a network, including those in groups. */
export const findPickers = (fields: SettingField[]): Picker[] =>
	fields.flatMap((field) => [
		...(isPicker(field) ? [field] : []),
		...findPickers(field.nested?.fields ?? []),
	]);

/** True if the form shows a setting outside of More Settings: if it is required, has a picker, or is a group. */
export const isPrimary = ({ required, channelTool, nested }: SettingField): boolean =>
	Boolean(required || channelTool || nested);

/** True for a setting that is filled by a tool of the channel. */
export const isPicker = (field: SettingField): field is Picker => field.channelTool !== undefined;

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isEmpty, parseBoolean, parseOption } from '../values/read';
import { field } from './fields';

/** A field with the function that reads its value. */
export interface Readable<T> {
	property: INodeProperties;
	/** Finds it among the values of its collection. Throws {@link Problem} with its label. */
	read: (values: IDataObject) => T;
}

/** A field that `parse` reads, with its label for errors; `isAdded` tells an empty option from one that isn't there. */
export const readable = <T>(
	property: INodeProperties,
	parse: (entered: unknown, label: string, isAdded: boolean) => T,
): Readable<T> => {
	const { name, displayName } = property;
	return {
		property,
		read: (values) => parse(values[name], displayName, Object.hasOwn(values, name)),
	};
};

/** An option that is on or off. */
export const readableBoolean = (...of: Parameters<typeof field.boolean>): Readable<boolean> =>
	readable(field.boolean(...of), parseBoolean);

/** A choice, by its values or labels; `preset` if it is empty. */
export const readableChoice = <T extends string>(
	displayName: string,
	name: string,
	preset: NoInfer<T>,
	{ options, description }: { options: Array<{ name: string; value: T }>; description: string },
): Readable<T> =>
	readable(
		field.choice(displayName, name, { default: preset, options, description }),
		(entered, label) => parseOption(isEmpty(entered) ? preset : entered, options, label),
	);

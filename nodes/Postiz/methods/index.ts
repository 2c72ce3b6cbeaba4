import * as searches from './listSearch';
import * as options from './loadOptions';
import * as postSearches from './postSearch';
import { pickerOptions, pickerSearches } from './providerPickers';
import * as toolOptions from './toolOptions';
import * as videoSearches from './videoPickers';

/** Every method that fills a list of the form, by the name under which the form calls it. */
export const listSearch = { ...searches, ...postSearches, ...pickerSearches, ...videoSearches };
export const loadOptions = { ...options, ...toolOptions, ...pickerOptions };

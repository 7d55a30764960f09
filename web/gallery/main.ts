// For development only: not an input of the build, so nothing of it is shipped.

import { mount } from "svelte";
import { prefs } from "../src/lib/prefs.svelte";
import "../src/styles/tokens.css";
import "../src/styles/global.css";
import Gallery from "./Gallery.svelte";

const query = new URLSearchParams(location.search);
if (query.get("language") === "ja") prefs.language = "ja";
else if (query.has("language")) prefs.language = "en";
if (query.has("speed")) prefs.speed = query.get("speed") === "off" ? "off" : (Number(query.get("speed")) as 1);

mount(Gallery, { target: document.getElementById("app")!, props: { query } });

/** Nothing lost, nothing twice: crashes, lost checkpoints, repeated records, other writers. */
package io.lakeward.it.delivery;
